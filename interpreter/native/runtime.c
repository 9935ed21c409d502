/* What emitted code calls: the C twin of interpreter/engine/runtime.py, helper for helper.
   The emitter puts the sizes and tables of one game before this text and its functions behind it.

   A value is a number, or a set as the address of an immutable array with a tag bit; no number comes near the tag.
   Sets live in an arena that is emptied when a match begins. Nothing here ever answers wrongly: where Python would
   raise, or where memory, stack or budget end, the match is given up, and Python plays it instead. */

#define TAG (1LL << 62)
#define LEAST (1LL << 61)
#define IS_SET(v) ((v) >= LEAST)
#define INFINITE (1LL << 30)
#define SMALL (1LL << 30)
#define BUDGET 200000
#define ARENA (8 << 20)
#define BUILDER (1 << 16)
#define DEEPEST 600000

extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
extern void *memset(void *, int, __SIZE_TYPE__);
extern int _setjmp(void *) __attribute__((returns_twice));
extern void longjmp(void *, int) __attribute__((noreturn));

typedef struct { V n; V x[1]; } Set;
typedef struct Guarded { struct Guarded *up; int function, count; V **params; } Guarded;
typedef struct Board { V key; V near[NL + 1]; int *far[NL + 1]; } Board;

static V a[NA + 1], z[NZ + 1], h[NH + 1];
static int loc[NL + 1], pl[NL + 1];
static V reveals; /* as in Python: it tells when there is something new to be seen */
static V fx, later, seated, did, quiet, defer, due, marks, steps;
static Board *bd;
static U rng[NS];
static V ta[NA + 1], tz[NZ + 1], tseated; /* the state at the start */
static int tloc[NL + 1], tpl[NL + 1];
static void *template_memory;

static V *arena, *ap, *arena_end, empty;
static Set empty_set;
static V *bs, *bs_end, *bp; /* sets under way */
static V K[NK + 1];
static Guarded *top, *unwinding;
static char *stack_base;
static V ended;
static V jump[128];

static U agents[64];
static int agents_count, seat_of_thing[NL + 2];
static V decisions, options_total, limit_of_decisions;
static int *answers, answers_count, answers_most;

static void give_up(void) { longjmp(jump, 2); }
static void too_long(void) { longjmp(jump, 3); }
static int campaign; /* does a game of a campaign begin, with what was kept before? */
static const V *given; /* answers with which a match begins, before agents are asked */
static V given_count;
/* Is one decision wanted, of whom, among how many options? The tree that is there, and what became of it. */
static struct { int wanted, seat; V n, taken; U chance; void *tree; int (*enough)(void); } decide;
static int look, greedy_seats[64]; /* is an option only tried? which agents are greedy (1), which search (2) */
static void look_ended(void);
static void finish(V ending) {
  ended = ending + 1;
  if (look) look_ended();
  longjmp(jump, 1);
}

/* ------------------------------------------------------------------------------------------------ sets */

static inline Set *set(V v) {
  if (!IS_SET(v)) give_up();
  return (Set *)(v ^ TAG);
}
static inline V tagged(Set *s) { return (V)s | TAG; }
static inline V *room(V n) {
  V *p = ap;
  if (n > arena_end - ap - 2) give_up();
  ap += n;
  return p;
}
static inline V s_of(const V *items, V n) {
  Set *s;
  V i;
  if (!n) return empty;
  s = (Set *)room(n + 1);
  s->n = n;
  for (i = 0; i < n; i++) s->x[i] = items[i];
  return tagged(s);
}
static inline V s_mk(V *from) { /* what was pushed since, as a set */
  V n = bp - from;
  bp = from;
  return s_of(from, n);
}
static inline void push(V v) {
  if (bp >= bs_end) give_up();
  *bp++ = v;
}
static inline void push_all(V v) {
  Set *s = set(v);
  V i;
  if (s->n > bs_end - bp) give_up();
  for (i = 0; i < s->n; i++) bp[i] = s->x[i];
  bp += s->n;
}
static inline V truth(V v) { return IS_SET(v) ? ((Set *)(v ^ TAG))->n != 0 : v != 0; }
static V same(V p, V q) { /* deep; called where p != q */
  Set *s, *t;
  V i;
  if (!IS_SET(p) || !IS_SET(q)) return 0;
  s = set(p);
  t = set(q);
  if (s->n != t->n) return 0;
  for (i = 0; i < s->n; i++)
    if (s->x[i] != t->x[i] && !same(s->x[i], t->x[i])) return 0;
  return 1;
}
static inline V eq(V p, V q) { return p == q || (IS_SET(p) && same(p, q)); }
static V compare(V p, V q) {
  Set *s, *t;
  V i, c;
  if (!IS_SET(p) && !IS_SET(q)) return p < q ? -1 : p > q;
  s = set(p); /* a number and a set: no order */
  t = set(q);
  for (i = 0; i < s->n && i < t->n; i++)
    if ((c = compare(s->x[i], t->x[i]))) return c;
  return s->n < t->n ? -1 : s->n > t->n;
}
static V index_in(V x, Set *s) {
  V i;
  if (IS_SET(x)) {
    for (i = 0; i < s->n; i++)
      if (eq(x, s->x[i])) return i;
  } else {
    for (i = 0; i < s->n; i++)
      if (x == s->x[i]) return i;
  }
  return -1;
}
static inline V member(V x, V v) { return index_in(x, set(v)) >= 0; }
static V count_in(V x, V v) {
  Set *s = set(v);
  V i, n = 0;
  for (i = 0; i < s->n; i++) n += eq(x, s->x[i]);
  return n;
}
static inline V ix(V i, V n) { /* an index, counted from the end if negative */
  if ((U)i < (U)n) return i;
  i += n;
  if ((U)i >= (U)n) give_up();
  return i;
}
static V ix_(V i, V n) { return ix(i, n); }
static inline V len(V v) { return set(v)->n; }
static inline V part(V v, V i) {
  Set *s = set(v);
  return s->x[ix(i, s->n)];
}
static V head(V v) { Set *s = set(v); return s->n ? s->x[0] : -1; }
static V tail(V v) { Set *s = set(v); return s->n ? s->x[s->n - 1] : -1; }
static V the(V v) {
  Set *s = set(v);
  if (s->n > 1) give_up();
  return s->n ? s->x[0] : -1;
}
static V s_concat(V v, V w) {
  Set *s = set(v), *t = set(w);
  V i, *from = bp;
  if (!s->n) return w;
  if (!t->n) return v;
  push_all(v);
  for (i = 0; i < t->n; i++)
    if (index_in(t->x[i], s) < 0) push(t->x[i]);
  return s_mk(from);
}
static V s_join(V v, V w) {
  V *from = bp;
  push_all(v);
  push_all(w);
  return s_mk(from);
}
static V s_append(V v, V x) {
  V *from = bp;
  push_all(v);
  push(x);
  return s_mk(from);
}
static V s_without(V v, V w) {
  Set *s = set(v), *t = set(w);
  V i, *from = bp;
  for (i = 0; i < s->n; i++)
    if (index_in(s->x[i], t) < 0) push(s->x[i]);
  return s_mk(from);
}
static V begins(V record, V beginning) {
  Set *s = set(record), *t = set(beginning);
  V i;
  if (s->n < t->n) return 0;
  for (i = 0; i < t->n; i++)
    if (!eq(s->x[i], t->x[i])) return 0;
  return 1;
}
static V s_narrowed(V v) { /* of too many options their longest beginnings that are not too many */
  Set *s = set(v);
  V i, k, n, longest = 0, part, found = v, had = 0, *from = bp;
  if (s->n <= MOST_OPTIONS) return v;
  for (i = 0; i < s->n; i++)
    if (set(s->x[i])->n > longest) longest = set(s->x[i])->n;
  for (n = 1; n <= longest; n++) {
    for (i = 0; i < s->n; i++) {
      part = set(s->x[i])->n <= n ? s->x[i] : s_of(set(s->x[i])->x, n);
      for (k = bp - from - 1; k >= 0 && !eq(from[k], part); k--) {}
      if (k < 0) push(part);
    }
    k = bp - from;
    if (k > 1 && (k <= MOST_OPTIONS || !had)) {
      found = s_mk(from);
      had = 1;
    }
    bp = from;
    if (k > MOST_OPTIONS) break;
  }
  return found;
}
static V s_range(V low, V high) {
  V *from = bp;
  for (; low < high; low++) push(low);
  return s_mk(from);
}
static V s_extreme(V *from, V sign) { /* of pairs key, value those with the least (1) or greatest (-1) key */
  V *p, *out = from, best;
  if (bp == from) return empty;
  best = from[0];
  for (p = from; p < bp; p += 2)
    if (sign * compare(p[0], best) < 0) best = p[0];
  for (p = from; p < bp; p += 2)
    if (eq(p[0], best)) *out++ = p[1];
  bp = out;
  return s_mk(from);
}
static V s_sorted(V *from) { /* of pairs key, value: the values by key, stable */
  V *p, *q, *out = from, key, value;
  for (p = from + 2; p < bp; p += 2) {
    key = p[0];
    value = p[1];
    for (q = p; q > from && compare(q[-2], key) > 0; q -= 2) {
      q[0] = q[-2];
      q[1] = q[-1];
    }
    q[0] = key;
    q[1] = value;
  }
  for (p = from; p < bp; p += 2) *out++ = p[1];
  bp = out;
  return s_mk(from);
}
static V after_in(V x, V ring) {
  Set *s = set(ring);
  return s->n ? s->x[(index_in(x, s) + 1) % s->n] : -1;
}
static V before_in(V x, V ring) {
  Set *s = set(ring);
  V i;
  if (!s->n) return -1;
  i = index_in(x, s);
  return s->x[ix((i < 0 ? 0 : i) - 1, s->n)];
}
static V floor_div(V p, V q) {
  V d;
  if (!q) give_up();
  d = p / q;
  return d * q != p && (p < 0) != (q < 0) ? d - 1 : d;
}
static V divide(V p, V q) { return q ? floor_div(p, q) : 0; }
static V modulo(V p, V q) { return p - floor_div(p, q) * q; }
static V size_of_number(V p) { return p < 0 ? -p : p; }
static V product(V p, V q) {
  if (p > -SMALL && p < SMALL && q > -SMALL && q < SMALL) return p * q;
  if (IS_SET(p) || IS_SET(q) || (p && size_of_number(q) > (1LL << 60) / size_of_number(p))) give_up();
  return p * q;
}
static inline V number(V r) { /* a sum, as long as it is no number that could be taken for a set */
  if (r >= LEAST || r <= -LEAST) give_up();
  return r;
}
static V endless_add(V p, V q) { return p >= INFINITE || q >= INFINITE ? INFINITE : number(p + q); }
static V endless_sub(V p, V q) { return p >= INFINITE ? INFINITE : number(p - q); }
static V endless_mul(V p, V q) {
  return (p >= INFINITE || q >= INFINITE) && p > 0 && q > 0 ? INFINITE : product(p, q);
}
static V endless_div(V p, V q) { return p >= INFINITE ? INFINITE : divide(p, q); }
static V largest(V p, V q) { return p >= q ? p : q; }
static V least(V p, V q) { return p <= q ? p : q; }

static V ways; /* to share a payment: with too many of them Python says so */
static void give_from(Set *payers, Set *stocks, V n, V left, V *taken, V count) {
  V k, i;
  if (left == 0) {
    if (ways++ == 10000) give_up();
    push(s_of(taken, count));
    return;
  }
  if (n == payers->n) return;
  k = stocks->x[ix(n, stocks->n)];
  if (left < k) k = left;
  for (; k >= 0; k--) {
    if (count + k > 250) give_up();
    for (i = 0; i < k; i++) taken[count + i] = payers->x[n];
    give_from(payers, stocks, n + 1, left - k, taken, count + k);
  }
}
static V s_splits(V payers, V stocks, V total) {
  V taken[256], *from = bp;
  ways = 0;
  give_from(set(payers), set(stocks), 0, total, taken, 0);
  return s_mk(from);
}

static V choose_from(Set *items, V n, V size, V *taken, V count, V *found, V most) { /* 0: there are too many */
  if (count == size) {
    if ((*found)++ == most) return 0;
    push(s_of(taken, count));
    return 1;
  }
  for (; n < items->n && items->n - n >= size - count; n++) {
    taken[count] = items->x[n];
    if (!choose_from(items, n + 1, size, taken, count + 1, found, most)) return 0;
  }
  return 1;
}
static V s_subsets(V items, V low, V high, V most) { /* every part of a set, smaller ones first */
  V taken[256], *from = bp, found = 0;
  Set *s = set(items);
  if (high > s->n) high = s->n;
  if (high > 250) high = 250;
  for (low = low < 0 ? 0 : low; low <= high; low++)
    if (!choose_from(s, 0, low, taken, 0, &found, most)) {
      push(-1);
      break;
    }
  return s_mk(from);
}

#ifdef __TINYC__ /* it inlines nothing: what runs most as macros */
#define set(v) ({ V v_ = (v); if (!IS_SET(v_)) give_up(); (Set *)(v_ ^ TAG); })
#define truth(v) ({ V v_ = (v); IS_SET(v_) ? ((Set *)(v_ ^ TAG))->n != 0 : v_ != 0; })
#define number(v) ({ V v_ = (v); if (v_ >= LEAST || v_ <= -LEAST) give_up(); v_; })
#define push(v) ({ V v_ = (v); if (bp >= bs_end) give_up(); *bp++ = v_; })
#define eq(p, q) ({ V p_ = (p), q_ = (q); p_ == q_ || (IS_SET(p_) && same(p_, q_)); })
#define ix(i, n) ({ V i_ = (i); (U)i_ < (U)(n) ? i_ : ix_(i_, n); })
#define len(v) (set(v)->n)
#endif

/* ------------------------------------------------------------------------------------------------ alike */

static int about(Set *record, const int *places, V x) { /* does one of these places hold it? */
  V i, k, v;
  for (i = 1; i <= places[0]; i++) {
    v = record->x[ix(places[i], record->n)];
    if (v == x) return 1;
    if (IS_SET(v))
      for (k = 0; k < set(v)->n; k++)
        if (set(v)->x[k] == x) return 1;
  }
  return 0;
}
static int like(V v, V x, V w, V y) { /* the same, with x in the one for y in the other? */
  V i;
  Set *s, *t;
  if (!IS_SET(v) || !IS_SET(w)) return (v == x) == (w == y) && (v == x || v == w);
  s = set(v);
  t = set(w);
  if (s->n != t->n) return 0;
  for (i = 0; i < s->n; i++)
    if (!like(s->x[i], x, t->x[i], y)) return 0;
  return 1;
}
static int alike_told(Set *r, V x, Set *s, V y, const int *places) {
  V k, i, holds;
  if (r->n != s->n) return 0;
  for (k = 0; k < r->n; k++) {
    for (holds = 0, i = 1; i <= places[0]; i++) holds |= places[i] == k;
    if (holds ? !like(r->x[k], x, s->x[k], y) : !eq(r->x[k], s->x[k])) return 0;
  }
  return 1;
}
static const int *fixed_of(Set *effect) { return FIXED + FIXED_AT[ix(effect->x[0], (V)(sizeof(FIXED_AT) / sizeof(int)))]; }
static V names_thing(V column, V x) {
  V v = a[column], k;
  if (IS_SET(v)) {
    for (k = 0; k < set(v)->n; k++)
      if (set(v)->x[k] == x) return 1;
    return 0;
  }
  return v == x;
}
static int same_said(V x, V y) { /* is all that the state says of two things the same? */
  V i, j, n, c, px, py;
  Set *records, *r, *s;
  for (n = 0; n < NH; n++) {
    const int *places = TOLD + TOLD_AT[n];
    records = set(h[n]);
    if (!places[0]) continue;
    for (i = j = 0;; i++, j++) {
      while (i < records->n && !about(set(records->x[i]), places, x)) i++;
      while (j < records->n && !about(set(records->x[j]), places, y)) j++;
      if (i >= records->n || j >= records->n) break;
      if (!alike_told(set(records->x[i]), x, set(records->x[j]), y, places)) return 0;
    }
    if (i < records->n || j < records->n) return 0;
  }
  records = set(fx);
  for (i = j = 0;; i++, j++) {
    while (i < records->n && !about(set(part(records->x[i], 3)), fixed_of(set(records->x[i])), x)) i++;
    while (j < records->n && !about(set(part(records->x[j], 3)), fixed_of(set(records->x[j])), y)) j++;
    if (i >= records->n || j >= records->n) break;
    r = set(records->x[i]);
    s = set(records->x[j]);
    for (n = 0; n < 3; n++)
      if (!eq(r->x[n], s->x[n])) return 0;
    if (!alike_told(set(r->x[3]), x, set(s->x[3]), y, fixed_of(r))) return 0;
  }
  if (i < records->n || j < records->n) return 0;
  for (n = 1; n < POINTING[0]; n += 2) {
    for (px = py = 0, c = POINTING[n]; c < POINTING[n + 1]; c++) {
      px |= names_thing(c, x);
      py |= names_thing(c, y);
    }
    if (px != py) return 0;
    for (c = POINTING[n]; px && c < POINTING[n + 1]; c++)
      if (!like(a[c], x, a[c], y)) return 0;
  }
  return 1;
}
static V indistinct(V x, V y) {
  V i, c;
  const int *row, *other;
  if (DECLARATION[x] != DECLARATION[y] || loc[x] != loc[y] || (loc[x] == 2 && HERE[x] != 1)) return 0;
  row = APART + APART_AT[DECLARATION[x]];
  for (i = 1; i <= row[0]; i++) {
    c = row[i];
    if (!eq(a[ix(c + x, NA)], a[ix(c + y, NA)])) return 0;
  }
  row = OWN + OWN_AT[x];
  other = OWN + OWN_AT[y];
  for (i = 1; i <= row[0] && i <= other[0]; i++)
    if (!eq(z[row[i]], z[other[i]])) return 0;
  return same_said(x, y);
}
static V s_distinct(V v) {
  Set *s = set(v);
  V i, x, *from = bp, *p, kept;
  if (s->n < 2) return v;
  for (i = 0; i < s->n; i++) {
    x = s->x[i];
    if ((U)x >= NL) give_up();
    kept = 1;
    if (COPIES[x] > 1)
      for (p = from; p < bp && kept; p++) kept = COPIES[*p] < 2 || !indistinct(x, *p);
    if (kept) push(x);
  }
  return s_mk(from);
}
static V s_alike(V v) {
  Set *s = set(v);
  V i, j, *from = bp, *inner;
  if (s->n < 2) return v;
  for (i = 0; i < s->n; i++) {
    V listener = s->x[i] >> 12, things, keep;
    if (IS_SET(s->x[i])) give_up();
    inner = bp;
    for (j = 0; j < s->n; j++)
      if (s->x[j] >> 12 == listener) push(s->x[j] & 4095);
    things = s_mk(inner);
    keep = s_distinct(things);
    if (member(s->x[i] & 4095, keep)) push(s->x[i]);
  }
  return s_mk(from);
}

/* ------------------------------------------------------------------------------------------------ paying with things */

typedef struct {
  Set *things, *gives, *sorts, *price;
  V many, most, tries, found, group[256], groups;
} Paying;

static V paid_times(Paying *p, const V *part, V n, U bits) { /* of a part, what the bits say */
  V i, k, sum = 0, owed = 0, whole;
  for (i = 0; i < n; i++)
    if (bits >> i & 1) sum += p->gives->x[part[i]];
  for (k = 0; k < p->price->n; k++) owed += p->price->x[k];
  whole = divide(sum, owed < 1 ? 1 : owed);
  for (k = 0; k + 1 < p->price->n; k++)
    if (p->price->x[k] > 0) {
      for (sum = 0, i = 0; i < n; i++)
        if (bits >> i & 1 && p->sorts->x[part[i]] == k) sum += p->gives->x[part[i]];
      sum = divide(sum, p->price->x[k]);
      if (sum < whole) whole = sum;
    }
  return p->many || whole < 1 ? whole : 1;
}
static V payment_sound(Paying *p, const V *part, V n) {
  U bits, all = ((U)1 << n) - 1;
  V k, whole = paid_times(p, part, n, all);
  if (whole < 1) return 0;
  for (k = 0; k < n; k++)
    if (paid_times(p, part, n, all & ~((U)1 << k)) == whole) return 0;
  if (whole < 2) return 1;
  for (bits = 1; bits < (U)1 << (n - 1); bits++) {
    p->tries++;
    if (paid_times(p, part, n, bits) + paid_times(p, part, n, all & ~bits) >= whole) return 0;
  }
  return 1;
}
static V payment_take(Paying *p, V g, V *part, V n) { /* 0: there are too many */
  V i, k, members = 0, in[256];
  if (++p->tries > 4096 || n > 12) return 0;
  if (g == p->groups || (!p->many && n && paid_times(p, part, n, ((U)1 << n) - 1))) {
    if (n && payment_sound(p, part, n)) {
      if (p->found++ == p->most) return 0;
      for (i = 0; i < n; i++) in[i] = p->things->x[part[i]];
      push(s_of(in, n));
    }
    return p->tries <= 4096;
  }
  for (i = 0; i < p->things->n; i++)
    if (p->group[i] == g) in[members++] = i;
  for (k = members; k >= 0; k--) {
    for (i = 0; i < k && n + i < 32; i++) part[n + i] = in[i];
    if (!payment_take(p, g + 1, part, n + k)) return 0;
  }
  return 1;
}
static V s_payments(V things, V gives, V sorts, V price, V many, V most) {
  Paying p;
  V i, j, part[32], *from = bp;
  p.things = set(things); p.gives = set(gives); p.sorts = set(sorts); p.price = set(price);
  p.many = many; p.most = most; p.tries = p.found = p.groups = 0;
  if (p.things->n > 250) give_up();
  for (i = 0; i < p.things->n; i++) {
    p.group[i] = -1;
    for (j = 0; j < i && p.group[i] < 0; j++) {
      V two[2];
      if (p.gives->x[i] != p.gives->x[j] || p.sorts->x[i] != p.sorts->x[j]) continue;
      two[0] = p.things->x[j]; two[1] = p.things->x[i];
      if (len(s_distinct(s_of(two, 2))) == 1) p.group[i] = p.group[j];
    }
    if (p.group[i] < 0) p.group[i] = p.groups++;
  }
  if (!payment_take(&p, 0, part, 0)) { bp = from; return empty; }
  return s_mk(from);
}

/* ------------------------------------------------------------------------------------------------ places, boards */

static V contents(V zone) {
  V x, *from = bp;
  if (zone > 2) return z[ix(zone, NZ)];
  for (x = 0; x < NL; x++)
    if (loc[x] == zone) push(x);
  return s_mk(from);
}
static void carry(V x, V p) {
  V i, j;
  const int *zones = HOLDS + HOLDS_AT[x];
  for (i = 1; i <= zones[0]; i++) {
    Set *s = set(z[zones[i]]);
    for (j = 0; j < s->n; j++) {
      V y = ix(s->x[j], NL);
      if (pl[y] != p) {
        pl[y] = (int)p;
        if (HOLDS[HOLDS_AT[y]]) carry(y, p);
      }
    }
  }
}
static V position(V x) {
  V i;
  if (x < 0 || ZONE_FORM[loc[ix(x, NL)]] == 2) return INFINITE;
  i = index_in(x, set(z[loc[x]]));
  if (i < 0) give_up();
  return i + 1;
}
static V reading(V p) {
  V i, j, n = 0;
  Set *rows = set(a[COLUMN_GRID]);
  for (i = 0; i < rows->n; i++) {
    Set *row = set(rows->x[i]);
    for (j = 0; j < row->n; j++) {
      n++;
      if (row->x[j] == p) return n;
    }
  }
  return INFINITE;
}
static V kept_set(V v) { /* a copy outside of the arena */
  Set *s, *t;
  V i;
  if (!IS_SET(v)) return v;
  s = set(v);
  t = (Set *)malloc(sizeof(V) * (s->n + 1));
  if (!t) give_up();
  t->n = s->n;
  for (i = 0; i < s->n; i++) t->x[i] = kept_set(s->x[i]);
  return tagged(t);
}
static void free_set(V v) {
  Set *s;
  V i;
  if (!IS_SET(v)) return;
  s = set(v);
  for (i = 0; i < s->n; i++) free_set(s->x[i]);
  free(s);
}
#define BOARDS 128
static Board *boards[BOARDS];
static int boards_count;
static unsigned char *pairs_near;
static void pair(V p, V q) {
  p = ix(p, NL);
  q = ix(q, NL);
  pairs_near[p * NL + q] = pairs_near[q * NL + p] = 1;
}
static int nowhere[NL + 1];
static Board *new_board(V key) {
  Board *b;
  V i, j, k, n, *from;
  Set *laid = set(part(key, 0)), *joins = set(part(key, 1)), *grid = set(part(key, 2));
  if (boards_count == BOARDS) { /* as good as never */
    for (i = 0; i < BOARDS; i++) {
      for (j = 0; j <= NL; j++) {
        free_set(boards[i]->near[j]);
        if (boards[i]->far[j] != nowhere) free(boards[i]->far[j]);
      }
      free_set(boards[i]->key);
      free(boards[i]);
    }
    boards_count = 0;
  }
  if (!pairs_near) pairs_near = (unsigned char *)malloc((__SIZE_TYPE__)NL * NL + 1);
  if (!pairs_near) give_up();
  memset(pairs_near, 0, (__SIZE_TYPE__)NL * NL + 1);
  for (i = 0; i < laid->n; i++) {
    Set *links = set(part(K[K_LINKS], laid->x[i]));
    for (j = 0; j < links->n; j++) pair(part(links->x[j], 0), part(links->x[j], 1));
  }
  for (i = 0; i < grid->n; i++) {
    Set *row = set(grid->x[i]), *next = i + 1 < grid->n ? set(grid->x[i + 1]) : &empty_set;
    for (j = 0; j < row->n; j++) {
      V p = row->x[j];
      if (p < 0) continue;
      if (j + 1 < row->n && row->x[j + 1] >= 0) pair(p, row->x[j + 1]);
      if (j < next->n && next->x[j] >= 0) pair(p, next->x[j]);
    }
  }
  for (i = 0; i < joins->n; i++) {
    Set *ends = set(part(joins->x[i], 1));
    for (j = 0; j < ends->n; j++)
      for (k = 0; k < ends->n; k++)
        if (ends->x[j] < ends->x[k]) pair(ends->x[j], ends->x[k]);
  }
  b = (Board *)malloc(sizeof(Board));
  if (!b) give_up();
  for (i = 0; i <= NL; i++) {
    nowhere[i] = (int)INFINITE;
    b->far[i] = nowhere;
    b->near[i] = empty;
  }
  for (i = 0; i < NL; i++) {
    from = bp;
    for (j = 0; j < NL; j++)
      if (pairs_near[i * NL + j]) push(j);
    b->near[i] = kept_set(s_mk(from));
  }
  b->near[NL] = kept_set(empty);
  for (n = 0; n < PLACES_COUNT; n++) {
    int *far = (int *)malloc(sizeof(int) * (NL + 1)), queue[NL + 1], at = 0, end = 1;
    if (!far) give_up();
    for (i = 0; i <= NL; i++) far[i] = (int)INFINITE;
    queue[0] = PLACES[n];
    far[PLACES[n]] = 0;
    for (; at < end; at++) {
      Set *near = set(b->near[queue[at]]);
      for (j = 0; j < near->n; j++)
        if (far[near->x[j]] == INFINITE) {
          far[near->x[j]] = far[queue[at]] + 1;
          queue[end++] = (int)near->x[j];
        }
    }
    b->far[PLACES[n]] = far;
  }
  b->key = kept_set(key);
  boards[boards_count++] = b;
  return b;
}
static V s_board_key(void);
static Board *find_board(void) {
  V key = s_board_key();
  int i;
  for (i = 0; i < boards_count; i++)
    if (eq(boards[i]->key, key)) return bd = boards[i];
  return bd = new_board(key);
}
static inline Board *board(void) { return bd ? bd : find_board(); }
static inline V far(Board *b, V p, V q) { return b->far[ix(p, NL + 1)][ix(q, NL + 1)]; }
static V distance(V p, V q) {
  Board *b = board();
  V i, j, d, best = INFINITE;
  Set *s, *t;
  if (!IS_SET(p) && !IS_SET(q)) return far(b, p, q);
  s = IS_SET(p) ? set(p) : 0;
  t = IS_SET(q) ? set(q) : 0;
  for (i = 0; i < (s ? s->n : 1); i++)
    for (j = 0; j < (t ? t->n : 1); j++) {
      d = far(b, s ? s->x[i] : p, t ? t->x[j] : q);
      if (d < best) best = d;
    }
  return best;
}
static V neighbours(V p) { return p >= 0 ? board()->near[ix(p, NL)] : empty; }
typedef struct { unsigned char seen[NL + 1]; int n, found[NL + 1]; } Spread;
static void spread_from(Spread *s, Board *b, V p) {
  Set *near = set(b->near[ix(p, NL)]);
  V i;
  for (i = 0; i < near->n; i++)
    if (!s->seen[near->x[i]]) {
      s->seen[near->x[i]] = 1;
      s->found[s->n++] = (int)near->x[i];
    }
}
static V s_spread_end(Spread *s) {
  V *from = bp;
  int i, j, x;
  for (i = 1; i < s->n; i++) {
    x = s->found[i];
    for (j = i; j > 0 && s->found[j - 1] > x; j--) s->found[j] = s->found[j - 1];
    s->found[j] = x;
  }
  for (i = 0; i < s->n; i++) push(s->found[i]);
  return s_mk(from);
}

/* ------------------------------------------------------------------------------------------------ changes */

static V draw_below(V n, V stream) {
  U s = rng[ix(stream, NS)] = rng[ix(stream, NS)] * 6364136223846793005ULL + 1442695040888963407ULL;
  if (n > 1 << 30) give_up();
  return n > 1 ? (V)((((s ^ (s >> 29)) & 0xFFFFFFFFULL) * (U)n) >> 32) : 0;
}
static V place_of_zone(V zone) {
  V p = ZONE_PLACE[zone];
  return p < 0 ? pl[ix(ZONE_OWNER[zone], NL + 1)] : p;
}
static V do_move(V x, V zone, V bottom) {
  V old, p, i, n;
  Set *s, *t;
  x = ix(x, NL);
  zone = ix(zone, NZ);
  old = loc[x];
  if (old == zone && (zone <= 2 || !bottom)) return old;
  if (old > 2) {
    s = set(z[old]);
    n = s->n;
    if (n == 1) z[old] = empty;
    else {
      i = index_in(x, s);
      if (i < 0) give_up();
      t = (Set *)room(n);
      t->n = n - 1;
      for (p = 0; p < i; p++) t->x[p] = s->x[p];
      for (p = i + 1; p < n; p++) t->x[p - 1] = s->x[p];
      z[old] = tagged(t);
    }
  }
  loc[x] = (int)zone;
  p = place_of_zone(zone);
  if (pl[x] != p) {
    pl[x] = (int)p;
    if (HOLDS[HOLDS_AT[x]]) carry(x, p);
  }
  if (zone > 2) {
    s = set(z[zone]);
    n = s->n;
    t = (Set *)room(n + 2);
    t->n = n + 1;
    if (bottom == 1 || (!bottom && ZONE_FORM[zone])) {
      for (i = 0; i < n; i++) t->x[i] = s->x[i];
      t->x[n] = x;
    } else {
      t->x[0] = x;
      for (i = 0; i < n; i++) t->x[i + 1] = s->x[i];
    }
    z[zone] = tagged(t);
  }
  if (ZONE_HIDDEN[old] > ZONE_HIDDEN[zone]) reveals++;
  return old;
}
static void do_moves(V items, V zone, V bottom) {
  Set *s = set(items);
  V i;
  for (i = 0; i < s->n; i++) do_move(s->x[i], zone, bottom);
}
static V lies_in(V zone, V low, V high) { /* does one of these things lie there? */
  V x;
  for (x = low; x < high; x++)
    if (loc[x] == zone) return 1;
  return 0;
}
static void do_put_back(V x, V zone, V items) {
  do_move(x, zone, 1);
  if (zone > 2) z[zone] = items;
}
static void do_shuffle(V zone) {
  Set *s;
  V i, j, t, v;
  zone = ix(zone, NZ);
  v = s_of(set(z[zone])->x, set(z[zone])->n);
  s = set(v);
  for (i = s->n - 1; i > 0; i--) {
    j = draw_below(i + 1, DICE);
    t = s->x[i];
    s->x[i] = s->x[j];
    s->x[j] = t;
  }
  z[zone] = v;
}
static void do_pour(V source, V goal) {
  V v, p, i;
  Set *s;
  source = ix(source, NZ);
  goal = ix(goal, NZ);
  v = contents(source);
  s = set(v);
  p = place_of_zone(goal);
  for (i = 0; i < s->n; i++) {
    V x = ix(s->x[i], NL);
    loc[x] = (int)goal;
    if (pl[x] != p) {
      pl[x] = (int)p;
      carry(x, p);
    }
  }
  if (goal > 2) z[goal] = s_join(z[goal], v);
  z[source] = empty;
}
static V do_draw(V zone, V refill, V bottom) {
  Set *s;
  zone = ix(zone, NZ);
  if (!set(z[zone])->n && refill >= 0 && set(z[ix(refill, NZ)])->n) {
    do_pour(refill, zone);
    do_shuffle(zone);
  }
  s = set(contents(zone));
  if (!s->n) return -1;
  if (ZONE_FORM[zone] == 2) return s->x[draw_below(s->n, DICE + 1)];
  return s->x[bottom ? s->n - 1 : 0];
}
static V do_roll(V die, V faces) { return draw_below(faces, die); }
static V do_pick(V items) {
  Set *s = set(items);
  return s->n ? s->x[draw_below(s->n, -1)] : -1;
}
static void do_expire(V moment) {
  Set *s = set(fx);
  V i, *from = bp;
  if (!s->n) return;
  for (i = 0; i < s->n; i++)
    if (part(s->x[i], 1) != moment) push(s->x[i]);
  fx = s_mk(from);
}
static void do_expire_event(V moment, V depth) {
  Set *s = set(fx);
  V i, *from = bp;
  if (!s->n) return;
  for (i = 0; i < s->n; i++)
    if ((part(s->x[i], 1) & 4095) != moment || part(s->x[i], 1) >> 12 <= depth) push(s->x[i]);
  fx = s_mk(from);
}
static void do_start(V effect, V moment, V uses, V record) {
  V items[4];
  items[0] = effect;
  items[1] = moment;
  items[2] = uses;
  items[3] = record;
  fx = s_append(fx, s_of(items, 4));
}
static V s_effects(V effect) {
  Set *s = set(fx);
  V i, *from = bp;
  for (i = 0; i < s->n; i++)
    if (part(s->x[i], 0) == effect) push(part(s->x[i], 3));
  return s_mk(from);
}
static void do_lay(V number) {
  Set *s;
  V i;
  a[COLUMN_LAID] = s_append(a[COLUMN_LAID], number);
  bd = 0;
  s = set(part(K[K_LAID], number));
  for (i = 0; i < s->n; i++) do_move(s->x[i], 2, 1);
}
static void do_lay_grid(V rows) {
  Set *s = set(rows), *row;
  V i, j;
  a[COLUMN_GRID] = rows;
  bd = 0;
  for (i = 0; i < s->n; i++) {
    row = set(s->x[i]);
    for (j = 0; j < row->n; j++)
      if (row->x[j] >= 0) do_move(row->x[j], 2, 1);
  }
}
static void do_seat(V x, V seat) {
  Set *s = set(seated);
  V i, *from = bp;
  x = ix(x, NL);
  a[COLUMN_SEAT + x] = seat;
  for (i = 0; i <= s->n; i++) {
    V y = i < s->n ? s->x[i] : x;
    push(a[COLUMN_SEAT + ix(y, NL)]);
    push(y);
  }
  seated = s_sorted(from);
  if (loc[x] < 2) do_move(x, 2, 1);
}
static void do_enter_play(V x) {
  if (loc[ix(x, NL)] < 2) do_move(x, 2, 1);
}
static void do_reset(V x) {
  const int *columns;
  V i;
  x = ix(x, NL);
  a[x] = 0;
  columns = COLUMNS + COLUMNS_AT[DECLARATION[x]];
  for (i = 1; i <= columns[0]; i++) a[columns[i] + x] = part(K[K_INITIAL], columns[i] + x);
}
static void show_to(V x, V v) {
  V seat = a[ix(COLUMN_SEAT + v, NA)];
  if (seat < 0) return;
  if (seat - SEAT_BASE < 0 || seat - SEAT_BASE > 60) give_up();
  a[ix(COLUMN_SHOWN + x, NA)] |= 1LL << (seat - SEAT_BASE);
}
static void do_show(V x, V viewers) {
  V i;
  if (!IS_SET(viewers)) show_to(x, viewers);
  else
    for (i = 0; i < len(viewers); i++) show_to(x, part(viewers, i));
  reveals++;
}
static void do_round(V player) {
  if (a[COLUMN_FIRST] == -1) a[COLUMN_FIRST] = player;
  if (a[COLUMN_FIRST] == player) a[COLUMN_ROUND]++;
}
static void check_due(V waited);
static void undefer(void) {
  defer--;
  if (!defer && due) {
    V waited = due;
    due = 0;
    check_due(waited);
  }
}
static void set_quiet(V on) {
  quiet = on;
  if (on) defer++;
  else {
    later = empty;
    undefer();
  }
}
static void do_later(V function, V record) {
  V *from = bp;
  push(function);
  push_all(record);
  later = s_append(later, s_mk(from));
}
static V do_next_later(void) {
  Set *s = set(later);
  V first = -1;
  if (!s->n) return s_of(&first, 1);
  first = s->x[0];
  later = s_of(s->x + 1, s->n - 1);
  return first;
}
static inline void step(void) {
  if (++steps > BUDGET) give_up();
}
static V stop(int function, int count, V mask, V *wanted) {
  Guarded *g;
  int i;
  for (g = top; g; g = g->up) {
    if (g->function != function) continue;
    for (i = 0; i < count; i++)
      if (mask >> i & 1 && (i >= g->count || !eq(*g->params[i], wanted[i]))) break;
    if (i == count) {
      unwinding = g;
      return 1;
    }
  }
  return 0;
}

/* ------------------------------------------------------------------------------------------------ answers */

/* greedy.c or stand-ins for it */
static V greedy(int seat, V n, V options);
static V look_reached(int asked, V n, int menu);
static V search(int seat, V n, V options);
static V search_reached(int asked, V n, int menu, V options);
static void forget_search(void);
static void begin_search(int seat, void *tree);
/* watch.c or stand-ins for it */
static const int *watch_zones; /* 0: nobody watches */
static V *watch_out; /* where what is kept of the next match goes */
static void watch_begin(void);
static void watch_asked(int site, V n, V options);
static void watch_answered(int site, int seat, V who, V taken);
static void watch_end_of_match(void);
static void *end_search(int given_up);

static int seat_now(V who) { /* the seat of whoever is asked; -1: of nobody in particular */
  if (who < 0) return -1;
  if (who >= SEAT_BASE && who < SEAT_BASE + SEATS) return (int)(who - SEAT_BASE);
  return a[COLUMN_SEAT + who] >= 0 ? (int)(a[COLUMN_SEAT + who] - SEAT_BASE) : -1;
}
static V drawn(int seat, V n) { /* a number below n from the stream of an agent */
  U s = agents[seat] = agents[seat] * 6364136223846793005ULL + 1442695040888963407ULL;
  return (V)(((s >> 32) * (U)n) >> 32);
}

/* What seats take while a match is set up: what interpreter/wishes.py does. */
static U wished[NL + 1]; /* by thing: the seats that take it when it is offered, as bits */
static int wishes;
static U granted_wishes[NL + 1]; /* by thing: the seats that have taken it */
static V wish(int seat, Set *options) { /* the index of what the seat was told to take; -1: it chooses */
  V i, x;
  for (i = 0; i < options->n; i++) {
    x = options->x[i];
    if (IS_SET(x) || x < 0 || x >= NL || !(wished[x] >> seat & 1)) continue;
    if (a[COLUMN_SEAT + x] >= 0 || granted_wishes[x] >> seat & 1) continue;
    granted_wishes[x] |= 1ULL << seat;
    return i;
  }
  return -1;
}
static V spared(int seat, Set *options, V taken) { /* or the next one that no other seat is to take */
  V i, x;
  for (i = 0; i < options->n; i++) {
    x = options->x[taken];
    if (IS_SET(x) || x < 0 || x >= NL || !wished[x] || wished[x] >> seat & 1) break;
    taken = (taken + 1) % options->n;
  }
  return taken;
}
/* By thing the seats that take it, as bits; 0 for `any`: nothing is wished for. */
void sidescript_wishes(const U *by_thing, V any) {
  V x;
  wishes = (int)any;
  for (x = 0; x < NL; x++) wished[x] = any ? by_thing[x] : 0;
}

static V ask(V who, V n, int site, V options) { /* the index of the option that is taken */
  int seat, menu = MENU_AT[site], wishing;
  V taken, revealed = reveals;
  if (who == -2) return draw_below(n, -1);
  if (who < -1 || who >= NL) give_up();
  if (look) return look == 3 ? search_reached(seat_now(who), n, menu, options) : look_reached(seat_now(who), n, menu);
  if (decisions >= limit_of_decisions) too_long();
  seat = seat_of_thing[who + 1];
  if (seat < 0) {
    seat = seat_now(who);
    if (seat < 0) seat = 0;
    if (seat >= agents_count) seat = agents_count - 1;
    seat_of_thing[who + 1] = seat;
  }
  if (watch_zones) watch_asked(site, n, options);
  if (decisions < given_count) {
    taken = given[decisions];
    if (taken < 0 || taken >= n) give_up();
  } else {
    if (decide.wanted == 1) { /* here it is */
      seat = decide.seat;
      if (n != decide.n || seat >= agents_count) give_up();
      decide.wanted = 2;
      agents[seat] = decide.chance;
      begin_search(seat, decide.tree);
    }
    wishing = wishes && THING_AT[site] && !a[COLUMN_ROUND] && !decide.wanted;
    taken = wishing ? wish(seat, set(options)) : -1;
    if (taken < 0) {
      taken = greedy_seats[seat] == 2 ? search(seat, n, options)
              : greedy_seats[seat]    ? greedy(seat, n, options)
                                      : drawn(seat, n);
      if (look) return taken; /* only tried */
      if (wishing) taken = spared(seat, set(options), taken);
    }
    if (decide.wanted) {
      decide.taken = taken;
      decide.chance = agents[decide.seat];
      longjmp(jump, 4);
    }
  }
  reveals = revealed;
  if (watch_zones) watch_answered(site, seat, who, set(options)->x[taken]);
  decisions++;
  options_total += n;
  steps = 0;
  if (answers_most) {
    if (answers_count + 2 > answers_most) give_up();
    answers[answers_count++] = (int)taken;
    answers[answers_count++] = (int)n;
  }
  return taken;
}

/* SHA-256 of a short text, of which the first 8 bytes make a stream. */
static const unsigned SHA[64] = {
  0x428a2f98,0x71374491,0xb5c0fbcf,0xe9b5dba5,0x3956c25b,0x59f111f1,0x923f82a4,0xab1c5ed5,0xd807aa98,0x12835b01,
  0x243185be,0x550c7dc3,0x72be5d74,0x80deb1fe,0x9bdc06a7,0xc19bf174,0xe49b69c1,0xefbe4786,0x0fc19dc6,0x240ca1cc,
  0x2de92c6f,0x4a7484aa,0x5cb0a9dc,0x76f988da,0x983e5152,0xa831c66d,0xb00327c8,0xbf597fc7,0xc6e00bf3,0xd5a79147,
  0x06ca6351,0x14292967,0x27b70a85,0x2e1b2138,0x4d2c6dfc,0x53380d13,0x650a7354,0x766a0abb,0x81c2c92e,0x92722c85,
  0xa2bfe8a1,0xa81a664b,0xc24b8b70,0xc76c51a3,0xd192e819,0xd6990624,0xf40e3585,0x106aa070,0x19a4c116,0x1e376c08,
  0x2748774c,0x34b0bcb5,0x391c0cb3,0x4ed8aa4a,0x5b9cca4f,0x682e6ff3,0x748f82ee,0x78a5636f,0x84c87814,0x8cc70208,
  0x90befffa,0xa4506ceb,0xbef9a3f7,0xc67178f2};
#define ROR(x, n) ((x) >> (n) | (x) << (32 - (n)))
static U stream(V seed, const char *name) {
  unsigned w[64], v[8], t1, t2;
  static const unsigned first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  unsigned char block[64];
  char digits[24];
  int n = 0, k = 0, i;
  U left = seed < 0 ? -(U)seed : (U)seed;
  memset(block, 0, 64);
  if (seed < 0) block[n++] = '-';
  do digits[k++] = (char)('0' + left % 10); while (left /= 10);
  while (k) block[n++] = (unsigned char)digits[--k];
  block[n++] = '/';
  for (; *name; name++) {
    if (n > 54) give_up();
    block[n++] = (unsigned char)*name;
  }
  block[n] = 0x80;
  block[62] = (unsigned char)(n * 8 >> 8);
  block[63] = (unsigned char)(n * 8);
  for (i = 0; i < 16; i++)
    w[i] = (unsigned)block[4 * i] << 24 | block[4 * i + 1] << 16 | block[4 * i + 2] << 8 | block[4 * i + 3];
  for (; i < 64; i++)
    w[i] = w[i - 16] + (ROR(w[i - 15], 7) ^ ROR(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
           (ROR(w[i - 2], 17) ^ ROR(w[i - 2], 19) ^ w[i - 2] >> 10);
  for (i = 0; i < 8; i++) v[i] = first[i];
  for (i = 0; i < 64; i++) {
    t1 = v[7] + (ROR(v[4], 6) ^ ROR(v[4], 11) ^ ROR(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) + SHA[i] + w[i];
    t2 = (ROR(v[0], 2) ^ ROR(v[0], 13) ^ ROR(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
    v[7] = v[6]; v[6] = v[5]; v[5] = v[4]; v[4] = v[3] + t1;
    v[3] = v[2]; v[2] = v[1]; v[1] = v[0]; v[0] = t1 + t2;
  }
  return ((U)(v[0] + first[0]) << 32 | (unsigned)(v[1] + first[1])) | 1;
}

/* ------------------------------------------------------------------------------------------------ the door */

static V *memory_end, *memory_at;
static const V *reading_at;
static V decoded(void) { /* a value written as 0, number or 1, count, values */
  Set *s;
  V i;
  if (!*reading_at++) return *reading_at++;
  s = (Set *)memory_at;
  s->n = *reading_at++;
  memory_at += s->n + 1;
  for (i = 0; i < s->n; i++) s->x[i] = decoded();
  return tagged(s);
}
static void f_main(void);
static void main_of_campaign(void); /* the emitter writes it */

int sidescript_prepare(const V *constants, V size, const V *state, V state_size, V of_campaign) {
  V i;
  campaign = (int)of_campaign;
  if (!arena) {
    V *memory = (V *)malloc(sizeof(V) * (size + 1));
    arena = (V *)malloc(sizeof(V) * ARENA);
    bs = (V *)malloc(sizeof(V) * BUILDER);
    if (!arena || !bs || !memory) return 0;
    arena_end = arena + ARENA;
    bs_end = bs + BUILDER;
    empty = tagged(&empty_set);
    reading_at = constants;
    memory_at = memory;
    for (i = 0; i < NK; i++) K[i] = decoded();
  }
  if (template_memory) free(template_memory);
  template_memory = malloc(sizeof(V) * (state_size + 1));
  if (!template_memory) return 0;
  reading_at = state;
  memory_at = (V *)template_memory;
  for (i = 0; i < NA; i++) ta[i] = decoded();
  for (i = 0; i < NL; i++) tloc[i] = (int)decoded();
  for (i = 0; i <= NL; i++) tpl[i] = (int)decoded();
  for (i = 0; i < NZ; i++) tz[i] = decoded();
  tseated = decoded();
  return (V)arena > 0 && (V)arena < LEAST;
}

static void begin(V seed) {
  V i;
  char name[8];
  ap = arena;
  bp = bs;
  look = 0;
  forget_search();
  top = unwinding = 0;
  memcpy(a, ta, sizeof(a));
  memcpy(z, tz, sizeof(z));
  memcpy(loc, tloc, sizeof(loc));
  memcpy(pl, tpl, sizeof(pl));
  for (i = 0; i < NH; i++) h[i] = empty;
  fx = later = empty;
  seated = tseated;
  did = quiet = defer = due = marks = steps = reveals = 0;
  if (wishes) memset(granted_wishes, 0, sizeof(granted_wishes));
  if (watch_zones) watch_begin();
  decisions = options_total = answers_count = 0;
  bd = 0;
  ended = 0;
  for (i = 0; i < NS; i++) rng[i] = stream(seed, STREAMS[i]);
  for (i = 0; i < agents_count; i++) {
    name[0] = (char)(i < 10 ? '0' + i : '0' + i / 10);
    name[1] = (char)(i < 10 ? 0 : '0' + i % 10);
    name[2] = 0;
    agents[i] = stream(seed, name);
  }
  for (i = 0; i < NL + 2; i++) seat_of_thing[i] = -1;
}

static void find_winners(void); /* the emitter writes it */

static V seated_number, winners[SEATS + 1];
static volatile int counted;
static int one_match(V seed) { /* 1 over, 2 given up, 3 too long, 4 the decision that was wanted is taken */
  int how, i;
  counted = 0;
  seated_number = 0;
  for (i = 0; i < SEATS; i++) winners[i] = -1;
  how = _setjmp(jump);
  if (how == 1 && !counted) {
    counted = 1;
    if (watch_zones) watch_end_of_match();
    find_winners();
  }
  if (how) return how;
  begin(seed);
  if (campaign) main_of_campaign();
  else f_main();
  ended = -1;
  if (look) look_ended();
  if (watch_zones) watch_end_of_match();
  return 1;
}

/* For each seed: 1, 2 (given up) or 3 (too long: the answers are those of this match, and those behind it are not played,
   0), the number of the ending, rounds, decisions, options, how many are seated, and, where
   the ending is one for somebody, the seats of those who won as bits, and who they are. */
int sidescript_play(const V *seeds, V count, V seats, V limit, V *results, int *answer_pairs, V most) {
  char here;
  V i, k, seat;
  stack_base = &here;
  agents_count = (int)seats;
  limit_of_decisions = limit;
  answers = answer_pairs;
  answers_most = (int)most;
  decide.wanted = 0;
  given_count = 0;
  for (i = 0; i < count; i++, results += 7 + SEATS) {
    V *kept = watch_out;
    results[0] = one_match(seeds[i]);
    if (results[0] != 1) watch_out = kept;
    results[1] = ended;
    results[2] = a[COLUMN_ROUND];
    results[3] = decisions;
    results[4] = options_total;
    results[5] = seated_number;
    results[6] = 0;
    for (k = 0; k < SEATS; k++)
      if (winners[k] >= 0 && (seat = seat_now(winners[k])) >= 0) results[6] |= 1LL << seat;
    memcpy(results + 7, winners, sizeof(V) * SEATS);
    if (results[0] == 3) break;
  }
  return answers_count;
}

/* One decision: the match is played up to it by the answers that were given, then the agent of a seat is asked, with its
   stream of chance and the tree that it has kept (search.c; it is this function's now). 1: `told` has the option and the
   stream, and `tree` what it keeps. Otherwise 0, the tree as it was. `enough` breaks off a search. */
int sidescript_decide(V seed, V seats, const V *answers_given, V count, V seat, V n, U *told, void **tree,
                      int (*enough)(void)) {
  char here;
  int how;
  stack_base = &here;
  agents_count = (int)seats;
  limit_of_decisions = count + 1;
  answers_most = 0;
  given = answers_given;
  given_count = count;
  watch_zones = 0;
  decide.wanted = 1;
  decide.seat = (int)seat;
  decide.n = n;
  decide.chance = told[1];
  decide.tree = *tree;
  decide.enough = enough;
  how = one_match(seed);
  *tree = decide.wanted == 2 ? end_search(how != 4) : decide.tree;
  decide.wanted = 0;
  given_count = 0;
  look = 0;
  told[0] = (U)decide.taken;
  told[1] = decide.chance;
  return how == 4;
}
