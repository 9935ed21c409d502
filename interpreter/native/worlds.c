/* The worlds that a greedy agent looks ahead in: what interpreter/engine/worlds.py does, draw for draw. What a seat may
   know is asked as in interpreter/engine/view.py; who sees what stands in tables that the emitter writes:

   ZONE_FORMED  the number of the zone's declaration, -1 for what no declaration made
   FITS         for each thing the declarations of zones that are for it, as bits
   SIGHTS       for each declaration at SIGHTS_AT: three times how many, then for each who (0 nobody, 1 all, 2 its owner, 3 the team),
                whether of the first thing only, and the number of its condition (-1 none)
   OWNED        whose each thing is for good; where a game lets that change, COLUMN_OWNER is not -1
   COLUMN_AT_ONCE_OPEN, COLUMN_AT_ONCE_KEEPER: -1 where nothing is chosen at once */

#define MOST_CLASSES 256

static V sight(int condition, V x);      /* the emitter writes it: does the condition hold? */
static V granted(V viewer, V zone);      /* and this: does a text in force let them see it? */

static struct {
  unsigned char unknown[NL + 1]; /* to the seat; 2 what stays where it is all the same */
  int things[NL + 1], n;
  int at_zone[NL + 1], at[NL + 1]; /* the places of those things, zone by zone */
  int zones[NZ + 1], zones_n, number[NZ + 1], group[NZ + 1];
  int class_of[NL + 1], classes;
  V class_owner[MOST_CLASSES], class_fits[MOST_CLASSES];
  unsigned char may[MOST_CLASSES][NZ + 1];
  int dealt[NL + 1], places[NL + 1], found[NL + 1], taken[NL + 1], met[NL + 1], round;
  V taking[NZ + 1];
} w;

static V is_granted(int seat, V zone) {
  Set *s = set(seated);
  V i;
  if (seat < 0 || seat >= SEATS) return 0;
  for (i = 0; i < s->n; i++)
    if (a[COLUMN_SEAT + ix(s->x[i], NL)] == SEAT_BASE + seat && truth(granted(s->x[i], zone))) return 1;
  return 0;
}
static void find_hidden(int seat) {
  V zone, at, n, owner, x, i;
  int formed, count;
  const int *sights;
  Set *s;
  memset(w.unknown, 0, sizeof(w.unknown));
  for (zone = 3; zone < NZ; zone++) {
    s = set(z[zone]);
    if (!s->n || is_granted(seat, zone)) continue;
    formed = ZONE_FORMED[zone];
    owner = ZONE_OWNER[zone];
    while (formed < 0 || !SIGHTS[SIGHTS_AT[formed]]) { /* as what has it is seen */
      if (owner < 0) break;
      at = loc[owner];
      if (is_granted(seat, at)) { owner = -1; formed = -1; break; }
      formed = ZONE_FORMED[at];
      owner = ZONE_OWNER[at];
    }
    if (formed < 0 || !SIGHTS[SIGHTS_AT[formed]]) continue;
    sights = SIGHTS + SIGHTS_AT[formed];
    count = *sights++ / 3;
    for (n = 0; n < s->n; n++) {
      x = ix(s->x[n], NL);
      if (a[COLUMN_SHOWN + x] >> seat & 1) continue;
      for (i = 0; i < count; i++) {
        const int *one = sights + 3 * i;
        if (one[1] && n) continue;
        if (one[2] >= 0 && !truth(sight(one[2], x))) continue;
        if (one[0] == 1 || (one[0] == 3 && seat >= 0)) break;
        if (one[0] == 2 && owner >= 0 && a[COLUMN_SEAT + owner] == (seat < SEATS ? SEAT_BASE + seat : -9)) break;
      }
      if (i == count) w.unknown[x] = 1;
    }
  }
}

static V owner_of(V x) { return COLUMN_OWNER >= 0 ? a[ix(COLUMN_OWNER + x, NA)] : OWNED[x]; }
static V fits_owner(V owner, V zone) {
  V holder = ZONE_OWNER[zone];
  return owner < 0 || holder < 0 || owner == holder || owner == owner_of(holder);
}
static V fits_zone(V x, V zone) {
  return ZONE_FORMED[zone] >= 0 && FITS[x] >> ZONE_FORMED[zone] & 1 && fits_owner(owner_of(x), zone);
}
static void stays(V x) {
  if (!IS_SET(x) && (U)x < NL && w.unknown[x]) w.unknown[x] = 2;
}
static int root(int zone) {
  while (w.group[zone] != zone) zone = w.group[zone];
  return zone;
}
static void find_things(V options) { /* what is dealt, and the places that it is dealt to */
  V x, i, j;
  int zone, n;
  Set *s = set(options);
  for (i = 0; i < s->n; i++)
    if (IS_SET(s->x[i])) {
      Set *t = set(s->x[i]);
      for (j = 0; j < t->n; j++) stays(t->x[j]);
    } else stays(s->x[i]);
  w.n = w.zones_n = n = 0;
  for (x = 0; x < NL; x++) {
    const int *holds = HOLDS + HOLDS_AT[x];
    if (w.unknown[x] != 1) continue;
    for (i = 1; i <= holds[0]; i++)
      if (holds[i] > 2 && set(z[holds[i]])->n) w.unknown[x] = 2;
    if (!fits_zone(x, loc[x])) w.unknown[x] = 2;
    if (w.unknown[x] == 1) w.things[w.n++] = (int)x;
  }
  for (zone = 3; zone < NZ; zone++) {
    s = set(z[zone]);
    j = n;
    for (i = 0; i < s->n; i++)
      if (w.unknown[s->x[i]] == 1) {
        w.at_zone[n] = w.zones_n;
        w.at[n++] = (int)i;
      }
    if (n > j) {
      w.group[w.zones_n] = w.zones_n;
      w.zones[w.zones_n++] = zone;
    }
  }
  if (n != w.n) give_up();
}
static void find_classes(void) { /* things of one class may lie in the same zones */
  int i, k, n, first;
  V owner;
  w.classes = 0;
  for (i = 0; i < w.n; i++) {
    owner = owner_of(w.things[i]);
    for (k = 0; k < w.classes; k++)
      if (w.class_owner[k] == owner && w.class_fits[k] == FITS[w.things[i]]) break;
    w.class_of[i] = k;
    if (k < w.classes) continue;
    if (k == MOST_CLASSES) give_up();
    w.class_owner[k] = owner;
    w.class_fits[k] = FITS[w.things[i]];
    w.classes++;
    first = -1;
    for (n = 0; n < w.zones_n; n++) {
      w.may[k][n] = (unsigned char)fits_zone(w.things[i], w.zones[n]);
      if (!w.may[k][n]) continue;
      if (first < 0) first = root(n);
      else if (root(n) < first) {
        w.group[first] = root(n);
        first = root(n);
      } else w.group[root(n)] = first;
    }
  }
}
static int settle(int place, const int *own, int count) { /* Kuhn: others give way */
  int i, x, zone = w.at_zone[w.places[place]];
  for (i = 0; i < count; i++) {
    x = own[i];
    if (!w.may[w.class_of[x]][zone] || w.met[x] == w.round) continue;
    w.met[x] = w.round;
    if (w.taken[x] < 0 || settle(w.taken[x], own, count)) {
      w.taken[x] = place;
      w.found[place] = x;
      return 1;
    }
  }
  return 0;
}
static void deal(int seat, int part) {
  int i, j, k, n, own = 0, places = 0, free_ = 1;
  for (n = 0; n < w.zones_n; n++) w.taking[n] = 0;
  for (i = 0; i < w.n; i++) {
    k = w.class_of[i];
    for (n = 0; n < w.zones_n && !w.may[k][n]; n++) ;
    if (n == w.zones_n) give_up();
    if (root(n) != part) continue;
    w.dealt[own++] = i;
    for (n = 0; n < w.zones_n; n++) {
      if (w.may[k][n]) w.taking[n]++;
      else if (root(n) == part) free_ = 0;
    }
  }
  for (i = 0; i < w.n; i++)
    if (root(w.at_zone[i]) == part) w.places[places++] = i;
  if (places != own) give_up();
  for (i = own - 1; i > 0; i--) {
    j = (int)drawn(seat, i + 1);
    k = w.dealt[i];
    w.dealt[i] = w.dealt[j];
    w.dealt[j] = k;
  }
  if (free_) {
    for (i = 0; i < places; i++) w.found[i] = w.dealt[i];
  } else {
    for (i = 1; i < places; i++) { /* places that few things may take come first */
      k = w.places[i];
      for (j = i; j > 0 && w.taking[w.at_zone[w.places[j - 1]]] > w.taking[w.at_zone[k]]; j--)
        w.places[j] = w.places[j - 1];
      w.places[j] = k;
    }
    for (i = 0; i < own; i++) w.taken[w.dealt[i]] = -1;
    for (i = 0; i < places; i++) {
      for (j = 0; j < own; j++)
        if (w.taken[w.dealt[j]] < 0 && w.may[w.class_of[w.dealt[j]]][w.at_zone[w.places[i]]]) break;
      if (j < own) {
        w.taken[w.dealt[j]] = i;
        w.found[i] = w.dealt[j];
      } else {
        w.round++;
        if (!settle(i, w.dealt, own)) give_up();
      }
    }
  }
  for (i = 0; i < places; i++) {
    V x = w.things[w.found[i]], zone = w.zones[w.at_zone[w.places[i]]];
    set(z[zone])->x[w.at[w.places[i]]] = x;
    if (loc[x] != zone) {
      loc[x] = (int)zone;
      pl[x] = (int)place_of_zone(zone);
    }
  }
}
static void see(int seat, V options) { /* what a seat knows where it is asked */
  find_hidden(seat);
  find_things(options);
  find_classes();
}
static void draw_world(int seat) { /* the state becomes that of a world which the seat cannot tell from it */
  int i;
  for (i = 0; i < NS; i++) {
    U high = (U)drawn(seat, 1LL << 32) << 32;
    rng[i] = high | (U)drawn(seat, 1LL << 32);
  }
  if (COLUMN_AT_ONCE_OPEN >= 0 && seat >= 0 && seat < SEATS && a[ix(COLUMN_AT_ONCE_OPEN, NA)])
    a[ix(COLUMN_AT_ONCE_KEEPER, NA)] = SEAT_BASE + seat; /* the others choose anew */
  for (i = 0; i < w.zones_n; i++) { /* sets of its own: the real ones stay */
    Set *s = set(z[w.zones[i]]);
    z[w.zones[i]] = s_of(s->x, s->n);
  }
  for (i = 0; i < w.zones_n; i++)
    if (root(i) == i) deal(seat, i);
}
