/* The searching agent: what interpreter/agents/search.py does, draw for draw and bit for bit. As for the greedy one, what
   is tried is undone as a whole (greedy.c): each iteration begins at the decision anew, in a world of its own. */

extern double log(double), sqrt(double);

typedef struct Node { /* what follows an answer; `value` is for whoever gave it */
  V key, visits, available;
  double value;
  struct Node *first, *last, *next;
} Node;

#define DEEPEST_TREE 4096
#define PATIENCE 2

static struct { V iterations, depth, ahead; double exploration; } searching[64];
static struct {
  int seat, fresh;
  V options, n, done, left, ahead, paths;
  Node *root, *node, *path[DEEPEST_TREE];
  int deciders[DEEPEST_TREE];
} t;
#define MOST_SCORES 1000
static struct { V count, seen[MOST_SCORES]; } scales[64]; /* scores in order */
static Node *kept; /* the tree of whoever searched last, of use if it is asked next */
static int kept_seat;
static V kept_at;

static Node *new_node(V key) {
  Node *node = (Node *)malloc(sizeof(Node));
  if (!node) give_up();
  memset(node, 0, sizeof(Node));
  node->key = kept_set(key);
  return node;
}
static void free_node(Node *node) {
  Node *child = node->first, *next;
  for (; child; child = next) {
    next = child->next;
    free_node(child);
  }
  free_set(node->key);
  free(node);
}
static Node *after(Node *node, V key) {
  for (node = node->first; node; node = node->next)
    if (eq(node->key, key)) return node;
  return 0;
}

static V selected(int asked, V n, V options) { /* an option not tried here yet, or the one with the best bound */
  Set *s = set(options);
  Node *child, *node = t.node;
  V i, untried = 0, taken = -1, best = 0;
  double bound, highest = -1.0;
  if (n > MOST_OPTIONS || t.paths == DEEPEST_TREE) give_up();
  for (i = 0; i < n; i++)
    if (!after(node, s->x[i])) bests[untried++] = i;
  if (untried) {
    for (i = 0; i < n; i++)
      if ((child = after(node, s->x[i]))) child->available++;
    taken = bests[drawn(t.seat, untried)];
  } else {
    for (i = 0; i < n; i++) {
      child = after(node, s->x[i]);
      child->available++;
      bound = child->value / (double)child->visits +
              searching[t.seat].exploration * sqrt(log((double)child->available) / (double)child->visits);
      if (bound > highest) {
        best = i;
        highest = bound;
      }
    }
    taken = best;
  }
  child = after(node, s->x[taken]);
  t.fresh = !child;
  if (!child) {
    child = new_node(s->x[taken]);
    child->available = 1;
    if (node->last) node->last->next = child;
    else node->first = child;
    node->last = child;
  }
  t.node = t.path[t.paths] = child;
  t.deciders[t.paths++] = asked < 0 ? t.seat : asked;
  steps = 0;
  return taken;
}

static double scaled(int seat, V reached) { /* the rank of a score among those seen so far */
  V *seen = scales[seat].seen, count = scales[seat].count, below, upto, low, high;
  for (low = 0, high = count; low < high;)
    if (seen[(low + high) / 2] < reached) low = (low + high) / 2 + 1;
    else high = (low + high) / 2;
  below = low;
  for (high = count; low < high;)
    if (seen[(low + high) / 2] <= reached) low = (low + high) / 2 + 1;
    else high = (low + high) / 2;
  upto = low;
  if (count < MOST_SCORES) {
    for (high = count; high > upto; high--) seen[high] = seen[high - 1];
    seen[upto] = reached;
    scales[seat].count++;
  }
  return 0.1 + 0.8 * ((double)(below + upto + 1) / (double)(2 * (count + 1)));
}
static void search_judged(void) { /* an iteration has come to its end */
  double values[64];
  U known = 0;
  V i;
  for (i = 0; i < t.paths; i++) {
    int seat = t.deciders[i];
    if (!(known >> seat & 1)) {
      known |= (U)1 << seat;
      values[seat] = ended > 0 ? (score(seat) > 0 ? 1.0 : 0.0) : ended < 0 ? 0.5 : scaled(seat, score(seat));
    }
    t.path[i]->visits++;
    t.path[i]->value += values[seat];
  }
  go_back(0);
}
#define OTHERWISE 0x9E3779B97F4A7C15ULL
static V best_action(int asked, V n) { /* what the greedy agent would do; it is tried with other dice than will fall */
  V i;
  if (n > MOST_OPTIONS) give_up();
  played.n = n;
  played.index = -1;
  played.highest = LOWEST;
  played.ties = 0;
  g.seat = asked;
  take(&action_one);
  if (!_setjmp(points[1].registers)) keep_stack(1);
  /* again here after each option, with its score */
  if (played.index >= 0) {
    if (played.score > played.highest) {
      played.highest = played.score;
      played.ties = 0;
    }
    if (played.score == played.highest) played.tied[played.ties++] = played.index;
  }
  played.index++;
  put(&action_one);
  steps = 0;
  g.questions = 0;
  if (played.index < played.n) {
    for (i = 0; i < NS; i++) rng[i] ^= OTHERWISE;
    look = ACTION;
    return played.index;
  }
  look = SEARCH;
  return played.tied[drawn(t.seat, played.ties)];
}
static V search_reached(int asked, V n, int menu, V options) {
  if (!t.fresh && t.node->visits >= PATIENCE * n) return selected(asked, n, options);
  t.fresh = 1;
  if (t.left > 0) {
    t.left--;
    steps = 0;
    return drawn(t.seat, n);
  }
  if (menu && t.ahead > 0) {
    t.ahead--;
    return best_action(asked < 0 ? t.seat : asked, n);
  }
  if (menu || g.questions >= MOST_QUESTIONS) search_judged();
  g.seat = asked < 0 ? t.seat : asked;
  return best_answer(n, SEARCH);
}

static Node *aside; /* the tree as it was, should this search be given up */
static Node *copy_of(const Node *node) {
  Node *made = (Node *)malloc(sizeof(Node)), *child, *one;
  if (!made) give_up();
  *made = *node;
  made->key = kept_set(node->key);
  made->first = made->last = made->next = 0;
  for (child = node->first; child; child = child->next) {
    one = copy_of(child);
    if (made->last) made->last->next = one;
    else made->first = one;
    made->last = one;
  }
  return made;
}
static void begin_search(int seat, void *tree) {
  aside = 0;
  kept = (Node *)tree;
  kept_seat = seat;
  kept_at = decisions;
  if (kept) aside = copy_of(kept);
}
static void *end_search(int given_up) { /* the tree to be kept */
  Node *good = given_up ? aside : kept, *bad = given_up ? kept : aside;
  if (bad) free_node(bad);
  kept = aside = 0;
  return good;
}

static V search(int seat, V n, V options) {
  Node *child;
  V i, best = 0, most = -2;
  take(&real_one);
  t.seat = seat;
  t.n = n;
  t.options = options;
  t.done = -1;
  if (kept && (kept_seat != seat || kept_at != decisions)) {
    free_node(kept);
    kept = 0;
  }
  if (!kept) kept = new_node(-1);
  t.root = kept;
  for (i = 0; i < 64; i++) scales[i].count = 0;
  see(seat, options);
  if (!_setjmp(points[0].registers)) keep_stack(0);
  /* again here after each iteration */
  put(&real_one);
  if (++t.done < searching[t.seat].iterations && !(decide.wanted && t.done % 8 == 0 && decide.enough())) {
    draw_world(t.seat);
    t.node = t.root;
    t.paths = 0;
    t.left = searching[t.seat].depth;
    t.ahead = searching[t.seat].ahead;
    g.questions = 0;
    look = SEARCH;
    return selected(t.seat, t.n, t.options);
  }
  look = 0;
  for (i = 0; i < t.n; i++) {
    child = after(t.root, set(t.options)->x[i]);
    if ((child ? child->visits : -1) > most) {
      most = child ? child->visits : -1;
      best = i;
    }
  }
  child = after(t.root, set(t.options)->x[best]);
  if (child) { /* the rest of the tree is of no use any more */
    Node *one = t.root->first, *next;
    t.root->first = 0;
    for (; one; one = next) {
      next = one->next;
      if (one != child) free_node(one);
    }
    child->next = 0;
  }
  free_node(t.root);
  kept = child;
  kept_seat = t.seat;
  kept_at = decisions + 1;
  return best;
}
static void forget_search(void) { /* another match begins */
  if (kept) free_node(kept);
  kept = 0;
}

/* A tree that nobody needs any more. */
void sidescript_forget(Node *tree) { free_node(tree); }

/* A tree in numbers, parents first: key (as in `decoded`), visits, available, value, and how many follow. How many
   numbers it takes; they are written as long as there is room. */
static V written, room_left;
static V *writing_at;
static void write_number(V number) {
  if (written++ < room_left) *writing_at++ = number;
}
static void write_key(V key) {
  V i;
  write_number(IS_SET(key));
  if (!IS_SET(key)) {
    write_number(key);
    return;
  }
  write_number(set(key)->n);
  for (i = 0; i < set(key)->n; i++) write_key(set(key)->x[i]);
}
static void write_node(const Node *node) {
  union { double real; V bits; } value;
  V count = 0;
  Node *child;
  for (child = node->first; child; child = child->next) count++;
  value.real = node->value;
  write_key(node->key);
  write_number(node->visits);
  write_number(node->available);
  write_number(value.bits);
  write_number(count);
  for (child = node->first; child; child = child->next) write_node(child);
}
V sidescript_tree(const Node *tree, V *out, V most) {
  written = 0;
  room_left = most;
  writing_at = out;
  write_node(tree);
  return written;
}

/* How the searching agents search. */
void sidescript_search(const V *numbers, const double *explorations, V count) {
  V i;
  for (i = 0; i < count && i < 64; i++) {
    searching[i].iterations = numbers[3 * i];
    searching[i].depth = numbers[3 * i + 1];
    searching[i].ahead = numbers[3 * i + 2];
    searching[i].exploration = explorations[i];
  }
}
