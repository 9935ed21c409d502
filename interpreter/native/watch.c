/* What a study keeps of a match: what interpreter/studies/observe.py does, and the same numbers. It looks where somebody is
   asked, changes nothing and draws nothing. What was counted of a match is added only when it has come to its end. */

#define MOST_PICKS 40
#define MOST_ROUNDS 400
#define SORTS (1 << 15)
#define MOST_JOURNAL (1 << 20)
#define COUNTED 1
#define MENU 2
#define THING 4
#define ORDER 8
#define NAMES 16

static const int *watch_zones, *watch_sites, *watch_declarations, *watch_counts; /* by zone, by site, by thing (two) */
static int watch_declared, watch_seats;
static unsigned char saw[NL + 1], touched[64][NL + 1], acted[NL + 1]; /* acted: an action of a menu was taken on or with it */
static V watched_round, watched_reveals, watched_rounds, *watched_scores, picks_count, picks[3 * MOST_PICKS];
static struct { V site, sort, offered, taken, stamp; int used; } sorts[SORTS];
static V serial; /* of decisions, of all matches */
static int sorts_used, journal_count, *journal;
static V *watch_end;

static int sort_at(V site, V sort) {
  U at = ((U)site * 2654435761ULL + (U)sort * 40503ULL) % SORTS;
  if (IS_SET(sort)) give_up();
  while (sorts[at].used && (sorts[at].site != site || sorts[at].sort != sort)) at = (at + 1) % SORTS;
  if (!sorts[at].used) {
    if (++sorts_used > SORTS / 2) give_up();
    sorts[at].used = 1;
    sorts[at].site = site;
    sorts[at].sort = sort;
    sorts[at].offered = sorts[at].taken = 0;
    sorts[at].stamp = -1;
  }
  return (int)at;
}
static void note(int entry) {
  if (journal_count == MOST_JOURNAL) give_up();
  journal[journal_count++] = entry;
}
static void watch_look(void) {
  V x;
  for (x = 0; x < NL; x++)
    if (watch_zones[loc[x]]) saw[x] = 1;
  watched_reveals = reveals;
}
static void watch_begin(void) {
  memset(saw, 0, sizeof(saw));
  memset(touched, 0, sizeof(touched));
  memset(acted, 0, sizeof(acted));
  watched_round = watched_rounds = picks_count = 0;
  watched_reveals = -1;
  journal_count = 0;
}
static void watch_asked(int site, V n, V options) {
  Set *s = set(options);
  V i, seat, *was = ap;
  serial++;
  if (watched_reveals < 0) watched_round = a[COLUMN_ROUND];
  if (reveals != watched_reveals) watch_look();
  if (a[COLUMN_ROUND] != watched_round) {
    if (watched_rounds < MOST_ROUNDS && watched_round > 0) {
      for (seat = 0; seat < watch_seats; seat++)
        watched_scores[watched_rounds * watch_seats + seat] = score((int)seat);
      watched_rounds++;
    }
    watched_round = a[COLUMN_ROUND];
    ap = was;
  }
  if (watch_sites[site] & COUNTED)
    for (i = 0; i < n; i++) {
      int at = sort_at(site, watch_sites[site] & MENU ? part(s->x[i], 0) : s->x[i]);
      if (sorts[at].stamp == serial) continue; /* of a menu, a sort may be there several times */
      sorts[at].stamp = serial;
      note(2 * at);
    }
}
static void touch(int seat, V x, int menu) {
  if (!IS_SET(x) && x >= 0 && x < NL) {
    touched[seat][x] = 1;
    if (menu) acted[x] = 1;
  }
}
static void watch_answered(int site, int seat, V who, V taken) {
  int how = watch_sites[site];
  V i;
  if (how & COUNTED) note(2 * sort_at(site, how & MENU ? part(taken, 0) : taken) + 1);
  if (how & NAMES) {
    if (IS_SET(taken))
      for (i = how & MENU ? 1 : 0; i < set(taken)->n; i++) touch(seat, set(taken)->x[i], how & MENU);
    else if (taken >= 0) touch(seat, how & ORDER ? taken & 4095 : taken, 0);
  }
  if (how & THING && !a[COLUMN_ROUND] && !IS_SET(taken) && taken >= 0 && taken < NL && picks_count < MOST_PICKS) {
    picks[3 * picks_count] = site;
    picks[3 * picks_count + 1] = seat_now(who) < 0 ? 0 : seat_now(who);
    picks[3 * picks_count + 2] = watch_declarations[taken];
    picks_count++;
  }
}
static void watch_write(V number) {
  if (watch_out == watch_end) give_up();
  *watch_out++ = number;
}
static void watch_mask(const unsigned char *things, int counted) { /* the declarations of these things, 32 in a number */
  int d, x;
  U word = 0;
  unsigned char has[NL + 1];
  memset(has, 0, sizeof(has));
  for (x = 0; x < NL; x++)
    if (things[x] && (!counted || watch_counts[x])) has[watch_declarations[x]] = 1;
  for (d = 0; d < watch_declared; d++) {
    if (has[d]) word |= 1ULL << (d & 31);
    if ((d & 31) == 31 || d == watch_declared - 1) {
      watch_write((V)word);
      word = 0;
    }
  }
}
static void watch_end_of_match(void) { /* seated by seat, picks, what was seen, what each took, what was played, scores */
  Set *s = set(seated);
  V i, seat, by_seat[64];
  watch_look();
  for (seat = 0; seat < agents_count; seat++) by_seat[seat] = -1;
  for (i = 0; i < s->n; i++) {
    seat = seat_now(s->x[i]);
    if (seat >= 0 && seat < agents_count) by_seat[seat] = watch_declarations[ix(s->x[i], NL)];
  }
  for (seat = 0; seat < agents_count; seat++) watch_write(by_seat[seat]);
  watch_write(picks_count);
  for (i = 0; i < 3 * picks_count; i++) watch_write(picks[i]);
  watch_mask(saw, 1);
  for (seat = 0; seat < agents_count; seat++) watch_mask(touched[seat], 0);
  watch_mask(acted, 0);
  watch_write(watched_rounds);
  for (i = 0; i < watched_rounds * watch_seats; i++) watch_write(watched_scores[i]);
  for (i = 0; i < journal_count; i++) {
    if (journal[i] & 1) sorts[journal[i] / 2].taken++;
    else sorts[journal[i] / 2].offered++;
  }
}

/* From now on matches are watched, until it is called with no zones: which zones are open to somebody, how decisions are
   counted, the declaration of each thing, which things count, how many declarations, how many seats have a score of their
   own. What is kept goes to `out`. 0: there is no memory. */
int sidescript_watch(const int *zones, const int *sites, const int *declarations, const int *counts, V declared,
                     V seats, V *out, V most) {
  V i;
  watch_zones = zones;
  watch_sites = sites;
  watch_declarations = declarations;
  watch_counts = counts;
  watch_declared = (int)declared;
  watch_seats = (int)seats;
  watch_out = out;
  watch_end = out + most;
  sorts_used = 0;
  for (i = 0; i < SORTS; i++) sorts[i].used = 0;
  if (!journal) journal = (int *)malloc(sizeof(int) * MOST_JOURNAL);
  if (!watched_scores) watched_scores = (V *)malloc(sizeof(V) * MOST_ROUNDS * 64);
  return journal && watched_scores;
}
/* The sorts of options: for each its site, the sort, how often it was offered and taken. How many. */
V sidescript_sorts(V *out) {
  V i, n = 0;
  for (i = 0; i < SORTS; i++)
    if (sorts[i].used && (sorts[i].offered || sorts[i].taken)) {
      out[4 * n] = sorts[i].site;
      out[4 * n + 1] = sorts[i].sort;
      out[4 * n + 2] = sorts[i].offered;
      out[4 * n + 3] = sorts[i].taken;
      n++;
    }
  return n;
}
