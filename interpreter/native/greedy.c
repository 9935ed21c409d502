/* The greedy agent: what interpreter/agents/greedy.py does, option for option.

   A function of the game cannot be left and begun again at a decision, as in Python. So what is tried is undone as a
   whole: at the decision the part of the C stack between the match's beginning and here is copied away, with the state;
   the option is returned as if it were taken, and the game goes on until it asks again or ends. Then stack and state are
   put back, and the next option is tried. It is tried in a world that the seat cannot tell from the real one: worlds.c. */

#define LEVELS 3 /* the decision, an action behind it, a question of that */

typedef struct {
  V a[NA + 1], z[NZ + 1], h[NH + 1], fx, later, seated, did, quiet, defer, due, marks, steps, ended;
  int loc[NL + 1], pl[NL + 1];
  Board *bd;
  U rng[NS];
  V *ap;
  Guarded *top, *unwinding;
} Snapshot;

static Snapshot real_one, world_one, action_one, question_one;

static void take(Snapshot *s) {
  memcpy(s->a, a, sizeof(a));
  memcpy(s->z, z, sizeof(z));
  memcpy(s->h, h, sizeof(h));
  memcpy(s->loc, loc, sizeof(loc));
  memcpy(s->pl, pl, sizeof(pl));
  memcpy(s->rng, rng, sizeof(rng));
  s->fx = fx; s->later = later; s->seated = seated; s->did = did; s->quiet = quiet; s->defer = defer; s->due = due;
  s->marks = marks; s->steps = steps; s->ended = ended; s->bd = bd; s->top = top; s->unwinding = unwinding;
  if (bp != bs) give_up(); /* no set is under way where somebody is asked */
  s->ap = ap;
}
static void put(const Snapshot *s) {
  memcpy(a, s->a, sizeof(a));
  memcpy(z, s->z, sizeof(z));
  memcpy(h, s->h, sizeof(h));
  memcpy(loc, s->loc, sizeof(loc));
  memcpy(pl, s->pl, sizeof(pl));
  memcpy(rng, s->rng, sizeof(rng));
  fx = s->fx; later = s->later; seated = s->seated; did = s->did; quiet = s->quiet; defer = s->defer; due = s->due;
  marks = s->marks; steps = s->steps; ended = s->ended; bd = s->bd; top = s->top; unwinding = s->unwinding;
  ap = s->ap;
  bp = bs;
}

/* ------------------------------------------------------------------------------------------------ the stack */

static struct { V registers[128]; char *low, *copy; V size; } points[LEVELS];

static __attribute__((noinline)) void keep_stack(int level) {
  char *low = (char *)__builtin_frame_address(0);
  points[level].low = low;
  points[level].size = stack_base - low;
  if (points[level].size < 0 || points[level].size > DEEPEST) give_up();
  memcpy(points[level].copy, low, points[level].size);
}
static __attribute__((noinline)) void go_back(int level) {
  volatile char below[1024];
  below[0] = 0;
  if ((char *)__builtin_frame_address(0) > points[level].low - 4096) go_back(level); /* first get out of its way */
  memcpy(points[level].low, points[level].copy, points[level].size);
  longjmp(points[level].registers, 1 + below[0]);
}

/* ------------------------------------------------------------------------------------------------ looking ahead */

#define MOST_QUESTIONS 20
#define SEARCH 3 /* what `look` is while an iteration of a search is under way */
#define ACTION 4 /* and while an option is tried for an action behind its tree */
#define MOST_OPTIONS 4096
#define LOWEST (-(1LL << 60))

static struct {
  int seat;
  V n, index, highest, ties, score; /* of the decision */
  V questions, qn, qindex, qhighest, qbest; /* of the question that an option led to */
  int back; /* what `look` is once it is answered */
} g;
static V bests[MOST_OPTIONS];
static struct { V n, index, highest, ties, score, tied[MOST_OPTIONS]; } played; /* an action behind a search's tree */

static V greedy(int seat, V n, V options) {
  if (n > MOST_OPTIONS) give_up();
  take(&real_one);
  g.seat = seat;
  g.n = n;
  g.index = -1;
  g.highest = LOWEST;
  g.ties = 0;
  see(seat, options);
  draw_world(seat);
  take(&world_one);
  if (!_setjmp(points[0].registers)) keep_stack(0);
  /* again here after each option, with its score */
  if (g.index >= 0) {
    if (g.score > g.highest) {
      g.highest = g.score;
      g.ties = 0;
    }
    if (g.score == g.highest) bests[g.ties++] = g.index;
  }
  g.index++;
  if (g.index < g.n) {
    put(&world_one);
    steps = 0;
    g.questions = 0;
    look = 1;
    return g.index;
  }
  put(&real_one);
  look = 0;
  return bests[drawn(g.seat, g.ties)];
}

static void judged(void) { /* what was tried has led to where it is judged */
  V reached = score(g.seat);
  if (look == 2) {
    if (reached > g.qhighest) {
      g.qhighest = reached;
      g.qbest = g.qindex;
    }
    go_back(2);
  }
  if (look == ACTION) {
    played.score = reached;
    go_back(1);
  }
  g.score = reached;
  go_back(0);
}
static void search_judged(void);
static void look_ended(void) {
  if (look == SEARCH) search_judged();
  judged();
}

static V best_answer(V n, int back) { /* that with the best score for g.seat */
  g.questions++;
  g.qn = n;
  g.qindex = -1;
  g.qhighest = LOWEST;
  g.back = back;
  take(&question_one);
  if (!_setjmp(points[2].registers)) keep_stack(2);
  g.qindex++;
  put(&question_one);
  steps = 0;
  look = g.qindex < g.qn ? 2 : g.back;
  return look == 2 ? g.qindex : g.qbest;
}
static V look_reached(int asked, V n, int menu) {
  if (look == 2 || menu || asked != g.seat || g.questions >= MOST_QUESTIONS) judged();
  return best_answer(n, look);
}

/* Which agents are greedy. 0: there is no memory. */
int sidescript_greedy(const V *seats, V count) {
  V i;
  for (i = 0; i < 64; i++) greedy_seats[i] = i < count ? (int)seats[i] : 0;
  for (i = 0; i < LEVELS; i++)
    if (!points[i].copy && !(points[i].copy = (char *)malloc(DEEPEST))) return 0;
  return 1;
}
