/* Many readers of pages in one process: how fast they are answered, and what they were answered.

   viewers PORT READERS SECONDS WARM_UP EVERY JITTER CHECKED FOLLOWED OUT (TOKEN REQUEST)…

   Each reader has a connection of its own, which stays open as a browser's does, and one of the requests, which are
   dealt out in turn. In a REQUEST `{v}` stands for the token of what the reader has: TOKEN at first, then the X-Version of
   every answer; and `{held}` for `&held=1` once he was sent a part, as static/js/live.js asks. A reader asks again EVERY seconds after an answer, give or take the share JITTER of it; with EVERY 0
   at once. All times are seconds of the monotonic clock. A waiting time begins when the request was due, not when
   it was sent, so an overloaded generator hides nothing. What is answered in the first WARM_UP seconds is not counted.

   To OUT go, as they came, at most CHECKED answers a second from all readers, and every answer with content
   that the first FOLLOWED readers get: struct record, the head, the body. Figures go to stdout as JSON. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { HEAD = 8192, SCRATCH = 1 << 18, SLOTS = 1 << 14, TOKEN = 80 };
enum state { IDLE, CONNECTING, WAITING, BODY, CHUNK_SIZE, CHUNK, CHUNK_END };

struct record { double sent, received; int32_t reader, status, head, body; };
struct reader {
  int fd, which, head_length, status, used, closes, checked, held;
  enum state state;
  double due, sent;
  long left, last;  /* bytes still to come of the body or chunk; size line of a chunk so far, -1 before its first digit */
  char *body;
  size_t body_length, body_room, taken;
  char token[TOKEN], head[HEAD + 1];
  struct reader *next;
};
struct times { double *all; size_t count, room; };

static struct sockaddr_in server;
static struct reader *readers, *slots[SLOTS];
static int poller, many, followed, requests;
static double every, jitter, checked_every, next_check, begin_count, end_at;
static char **given;
static FILE *out;
static char scratch[SCRATCH];
static struct times whole, unchanged;
static long errors, reconnected, statuses[600], bytes, hits;
static double turned;  /* the wheel of the readers who wait was turned until then; a slot is a millisecond */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static void add(struct times *to, double seconds) {
  if (to->count == to->room) to->all = realloc(to->all, sizeof(double) * (to->room = to->room ? 2 * to->room : 4096));
  to->all[to->count++] = seconds;
}

static void wait_until(struct reader *r, double when) {
  r->due = when;
  r->state = IDLE;
  long slot = (long)(when * 1000), first = (long)(turned * 1000) + 1;
  if (slot < first) slot = first;
  r->next = slots[slot % SLOTS];
  slots[slot % SLOTS] = r;
}

static void hang_up(struct reader *r) {
  if (r->fd >= 0) close(r->fd);
  r->fd = -1;
  r->used = 0;
}

static void fail(struct reader *r) {
  hang_up(r);
  if (now() >= begin_count) errors++;
  wait_until(r, now() + (every > 0 ? every : 0.1));
}

static void dial(struct reader *r) {
  int one = 1;
  r->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (r->fd < 0) { fail(r); return; }
  setsockopt(r->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = r};
  r->state = CONNECTING;
  if (connect(r->fd, (struct sockaddr *)&server, sizeof server) && errno != EINPROGRESS) { fail(r); return; }
  epoll_ctl(poller, EPOLL_CTL_ADD, r->fd, &event);
}

static void ask(struct reader *r) {
  char text[4096];
  int length = 0;
  for (const char *from = given[2 * r->which + 1]; *from && length < (int)sizeof text - 2 * TOKEN;) {
    if (!strncmp(from, "{v}", 3)) length += sprintf(text + length, "%s", r->token), from += 3;
    else if (!strncmp(from, "{held}", 6)) length += sprintf(text + length, "%s", r->held ? "&held=1" : ""), from += 6;
    else text[length++] = *from++;
  }
  r->head_length = r->status = r->closes = 0;
  r->body_length = r->taken = 0;
  r->state = WAITING;
  r->sent = now();
  r->checked = r->sent >= next_check && r->sent >= begin_count && checked_every > 0;
  if (r->checked) next_check = r->sent + checked_every;
  if (send(r->fd, text, length, MSG_NOSIGNAL) != length) {
    if (!r->used) { fail(r); return; }
    hang_up(r);
    reconnected++;
    dial(r);
  }
}

static void keep(struct reader *r, const char *from, size_t length) {
  r->taken += length;
  if (!r->checked) return;
  if (r->body_length + length > r->body_room)
    r->body = realloc(r->body, r->body_room = 2 * (r->body_length + length));
  memcpy(r->body + r->body_length, from, length);
  r->body_length += length;
}

static void answered(struct reader *r) {
  double at = now();
  char *version = strcasestr(r->head, "\r\nX-Version:");
  if (version && sscanf(version + 12, " %79[^\r\n]", r->token) != 1) r->token[0] = 0;
  r->held |= r->status == 200;
  if (at >= begin_count && at < end_at) {
    statuses[r->status < 600 ? r->status : 0]++;
    bytes += r->taken;
    hits += strcasestr(r->head, "\r\nX-Cache: HIT") != NULL;
    if (r->status == 200 || r->status == 204) add(r->status == 204 ? &unchanged : &whole, at - r->due);
  }
  if (r->checked) {
    struct record record = {r->sent, at, (int)(r - readers), r->status, r->head_length, (int)r->body_length};
    fwrite(&record, sizeof record, 1, out);
    fwrite(r->head, 1, r->head_length, out);
    fwrite(r->body, 1, r->body_length, out);
  }
  r->used++;
  if (r->closes) hang_up(r);
  r->due = at;
  if (every > 0) wait_until(r, at + every * (1 + jitter * (2 * drand48() - 1)));
  else if (r->fd >= 0) ask(r);
  else dial(r);
}

static void begin_body(struct reader *r) {
  r->status = atoi(r->head + 9);
  r->closes = strcasestr(r->head, "\r\nConnection: close") != NULL;
  r->checked |= r - readers < followed && r->status == 200;
  char *length = strcasestr(r->head, "\r\nContent-Length:");
  r->left = length ? atol(length + 17) : 0;
  r->state = BODY;
  if (strcasestr(r->head, "\r\nTransfer-Encoding: chunked")) {
    r->state = CHUNK_SIZE;
    r->last = -1;
  }
}

/* Take what has come; how much of it is left over once the answer is complete, or -1 while it is not. */
static long take(struct reader *r, char *from, long length) {
  while (length > 0 || (r->state == BODY && !r->left)) {
    if (r->state == WAITING) {
      long room = HEAD - r->head_length, some = length < room ? length : room, before = r->head_length;
      memcpy(r->head + before, from, some);
      r->head[before + some] = 0;
      char *end = strstr(r->head + (before > 3 ? before - 3 : 0), "\r\n\r\n");
      if (!end && some == room) return -2;
      r->head_length = end ? end + 4 - r->head : before + some;
      r->head[r->head_length] = 0;
      from += r->head_length - before;
      length -= r->head_length - before;
      if (end) begin_body(r);
    } else if (r->state == CHUNK_SIZE) {
      char c = *from++;
      length--;
      if (c != '\r' && c != '\n') r->last = (r->last < 0 ? 0 : r->last) * 16 + (c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
      if (c != '\n' || r->last < 0) continue;
      r->left = r->last ? r->last : 2;
      r->state = r->last ? CHUNK : CHUNK_END;
      r->last = -1;
    } else {
      long some = length < r->left ? length : r->left;
      if (r->state != CHUNK_END) keep(r, from, some);
      from += some;
      length -= some;
      r->left -= some;
      if (r->left) continue;
      if (r->state != CHUNK) return length;
      r->state = CHUNK_SIZE;
    }
  }
  return -1;
}

static void hear(struct reader *r) {
  for (;;) {
    ssize_t got = recv(r->fd, scratch, sizeof scratch, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) {
      int fresh = r->state != IDLE && r->used && !r->head_length;  /* closed while we were asking: browsers ask again */
      if (r->state == IDLE || fresh) hang_up(r);
      if (fresh) { reconnected++; dial(r); }
      else if (r->state != IDLE) fail(r);
      return;
    }
    if (r->state == IDLE) { hang_up(r); return; }
    long over = take(r, scratch, got);
    if (over == -1) continue;
    if (over) fail(r);
    else answered(r);
    return;
  }
}

static void turn_wheel(void) {
  long first = (long)(turned * 1000) + 1, last = (long)((turned = now()) * 1000);
  for (long slot = first; slot <= last; slot++) {
    struct reader *r = slots[slot % SLOTS];
    slots[slot % SLOTS] = NULL;
    while (r) {
      struct reader *one = r;
      r = r->next;
      if (one->fd >= 0) ask(one);
      else dial(one);
    }
  }
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void say(const char *name, struct times *t) {
  static const double shares[] = {0.5, 0.95, 0.99, 1};
  if (t->count) qsort(t->all, t->count, sizeof(double), by_size);
  printf(",\"%s\":{\"count\":%zu,\"ms\":[", name, t->count);
  for (int i = 0; i < 4; i++) {
    size_t at = t->count ? (size_t)(shares[i] * (t->count - 1)) : 0;
    printf("%s%.2f", i ? "," : "", t->count ? 1000 * t->all[at] : 0);
  }
  printf("]}");
}

int main(int count, char **arguments) {
  if (count < 12) return 2;
  server = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons(atoi(arguments[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  many = atoi(arguments[2]);
  double seconds = atof(arguments[3]), warm_up = atof(arguments[4]);
  every = atof(arguments[5]), jitter = atof(arguments[6]), followed = atoi(arguments[8]);
  checked_every = atof(arguments[7]) > 0 ? 1 / atof(arguments[7]) : 0;
  out = fopen(arguments[9], "wb");
  given = arguments + 10, requests = (count - 10) / 2;
  readers = calloc(many, sizeof *readers);
  poller = epoll_create1(0);
  if (!out || !readers || poller < 0) return 2;
  turned = now();
  begin_count = turned + warm_up;
  end_at = begin_count + seconds;
  for (int i = 0; i < many; i++) {
    readers[i].fd = -1;
    readers[i].which = i % requests;
    snprintf(readers[i].token, TOKEN, "%s", given[2 * readers[i].which]);
    wait_until(&readers[i], turned + (every > 0 ? every : 0.2) * i / many);
  }
  struct epoll_event events[1024];
  while (now() < end_at) {
    turn_wheel();
    int happened = epoll_wait(poller, events, 1024, 1);
    for (int i = 0; i < happened; i++) {
      struct reader *r = events[i].data.ptr;
      if (r->fd < 0) continue;
      if (r->state == CONNECTING && events[i].events & EPOLLOUT) ask(r);
      else if (r->state != CONNECTING && events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) hear(r);
      else if (events[i].events & (EPOLLHUP | EPOLLERR)) fail(r);
    }
  }
  double longest = 0;
  for (int i = 0; i < many; i++)
    if (readers[i].state != IDLE && now() - readers[i].due > longest) longest = now() - readers[i].due;
  struct rusage used;
  if (fclose(out) || getrusage(RUSAGE_SELF, &used)) return 2;
  printf("{\"errors\":%ld,\"reconnected\":%ld,\"bytes\":%ld,\"hits\":%ld,\"unanswered_ms\":%.1f", errors, reconnected, bytes, hits, 1000 * longest);
  printf(",\"cpu\":%.3f", used.ru_utime.tv_sec + used.ru_stime.tv_sec + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6);
  say("whole", &whole);
  say("unchanged", &unchanged);
  printf(",\"statuses\":{");
  for (int i = 0, first = 1; i < 600; i++)
    if (statuses[i]) { printf("%s\"%d\":%ld", first ? "" : ",", i, statuses[i]); first = 0; }
  printf("}}\n");
  return 0;
}
