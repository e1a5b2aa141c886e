/* Bots that answer by chance, MATCHES matches at once, a connection each; they leave the processors to the server.

     client recount   PORT MATCHES OPENING   OPENING is the body that opens a match
     client boardgame PORT MATCHES MOVES     a match ends after so many moves
     client hello     PORT MATCHES PATH      requests PATH alone

   Each line of standard input, "SECONDS ANSWERS RATE", lets the bots play until a limit is reached (0: none), at once
   or at RATE answers a second. A line of JSON reports each. Any reply but a success ends the program. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "json.h"
#include "websocket.h"

enum { MATCHES_MOST = 1024, REPLY_BYTES = 1 << 20, REQUEST_BYTES = 1 << 14, ANSWERS_MOST = 1 << 20, OPTIONS_MOST = 1024 };
enum awaited { UPGRADE, OPENING, SEAT, LOOK, OUTCOME };
enum state { WAITING, READY, RESTING };

/* A match: its connection, and the bytes of the answer that it sends next. */
struct lane {
  int fd, seat, moves;
  long position;
  enum awaited awaited;
  enum state state;
  double due, sent;
  char match[64], tokens[2][64];
  char answer[REQUEST_BYTES], *reply;
  size_t answer_bytes, reply_bytes;
};

static struct lane lanes[MATCHES_MOST];
static double waits[ANSWERS_MOST];
static long heard, looks, opened, moves_most;
static const char *opening;

static double clock_seconds(clockid_t clock) {
  struct timespec read;
  clock_gettime(clock, &read);
  return read.tv_sec + read.tv_nsec / 1e9;
}

/* Returns a number below `bound`, the same ones in every run. */
static unsigned chance(unsigned bound) {
  static unsigned long long state = 0x9e3779b97f4a7c15ULL;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (state >> 32) % bound;
}

static void send_bytes(struct lane *lane, enum awaited awaited, const char *bytes, size_t count) {
  lane->awaited = awaited, lane->state = WAITING;
  for (ssize_t sent; count; bytes += sent, count -= sent)
    if ((sent = write(lane->fd, bytes, count)) < 0) fail("a connection broke", lane->match);
}

__attribute__((format(printf, 3, 4))) static void add(char *text, size_t *bytes, const char *format, ...) {
  va_list values;
  va_start(values, format);
  *bytes += vsnprintf(text + *bytes, REQUEST_BYTES - *bytes, format, values);
  va_end(values);
  if (*bytes >= REQUEST_BYTES) fail("a request is too long", format);
}

static void request(struct lane *lane, enum awaited awaited, const char *method, const char *path, const char *body) {
  char text[REQUEST_BYTES];
  size_t bytes = 0;
  add(text, &bytes, "%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\n", method, path);
  if (lane->tokens[lane->seat][0]) add(text, &bytes, "Authorization: Bearer %s\r\n", lane->tokens[lane->seat]);
  if (*body) add(text, &bytes, "Content-Type: application/json\r\nContent-Length: %zu\r\n", strlen(body));
  add(text, &bytes, "\r\n%s", body);
  send_bytes(lane, awaited, text, bytes);
}

static void open_match(struct lane *lane) {
  lane->seat = 0;
  memset(lane->tokens, 0, sizeof lane->tokens);
  request(lane, OPENING, "POST", "/api/v1/matches", opening);
}

static void claim(struct lane *lane, int seat) {
  char path[256], body[64];
  snprintf(path, sizeof path, "/api/v1/matches/%s/seats/%d/claim", lane->match, seat);
  snprintf(body, sizeof body, "{\"player\":\"bot-%d\"}", seat);
  lane->seat = seat;
  request(lane, SEAT, "POST", path, body);
}

static void look(struct lane *lane, int seat) {
  char path[256];
  snprintf(path, sizeof path, "/api/v1/matches/%s?min_position=%ld", lane->match, lane->position);
  lane->seat = seat, looks++;
  request(lane, LOOK, "GET", path, "");
}

/* Writes the answer to `question`, asked by fact `seq`: some of its options by chance. */
static void prepare_answer(struct lane *lane, const char *question, long seq) {
  const char *options[OPTIONS_MOST], *at = after_blanks(required(question, "options") + 1);
  int bytes[OPTIONS_MOST], count = 0, least = atoi(required(question, "least")), most = atoi(required(question, "most"));
  for (; *at == '"' && count < OPTIONS_MOST; at = after_blanks(*at == ',' ? at + 1 : at), count++)
    options[count] = at, at = after_string(at), bytes[count] = at - options[count];
  char body[REQUEST_BYTES];
  size_t length = 0;
  add(body, &length, "{\"picks\":[");
  for (int i = 0, picked = least + chance(most - least + 1); i < picked && i < count; i++) {
    int other = i + chance(count - i);
    add(body, &length, "%s%.*s", i ? "," : "", bytes[other], options[other]);
    options[other] = options[i], bytes[other] = bytes[i];
  }
  add(body, &length, "]}");
  lane->answer_bytes = 0, lane->state = READY;
  add(lane->answer, &lane->answer_bytes,
      "POST /api/v1/matches/%s/answers HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\nIf-Match: \"%ld\"\r\n"
      "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
      lane->match, lane->tokens[lane->seat], seq, length, body);
}

static void take_body(struct lane *lane, const char *body) {
  if (lane->awaited == OPENING) {
    const char *claims = after_blanks(required(body, "claims") + 1);
    copy_string(lane->match, required(body, "id"));
    copy_string(lane->tokens[0], claims);
    copy_string(lane->tokens[1], after_blanks(after_string(claims) + 1));
    return claim(lane, 0);
  }
  if (lane->awaited == SEAT) {
    copy_string(lane->tokens[lane->seat], required(body, "token"));
    if (lane->seat == 0) return claim(lane, 1);
  }
  const char *position = lane->awaited == LOOK ? NULL : member(body, "position"), *question = required(body, "question");
  if (position) lane->position = atol(position);
  if (*question != '{') return open_match(lane);
  int seat = atoi(required(question, "seat"));
  if (seat == lane->seat) prepare_answer(lane, question, atol(required(body, "seq")));
  else look(lane, seat);
}

static void hear_outcome(struct lane *lane) {
  if (heard == ANSWERS_MOST) fail("too many answers for one line", "give fewer seconds");
  waits[heard++] = clock_seconds(CLOCK_MONOTONIC) - lane->sent;
}

/* Takes a whole reply; returns how many of its bytes are done with: 0 while some are missing. */
static size_t take_http(struct lane *lane) {
  char *head_end = strstr(lane->reply, "\r\n\r\n");
  if (!head_end) return 0;
  char *field = strcasestr(lane->reply, "\r\ncontent-length:");
  if (!field || field > head_end) fail("a reply has no length", lane->reply);
  size_t bytes = head_end + 4 - lane->reply + atol(field + 17);
  if (lane->reply_bytes < bytes) return 0;
  if (lane->reply_bytes > bytes || lane->reply[9] != '2') fail("a request was refused", lane->reply);
  if (lane->awaited == OUTCOME) hear_outcome(lane);
  if (opening) take_body(lane, head_end + 4);
  else lane->state = READY;
  return bytes;
}

static void send_packet(struct lane *lane, const char *packet) {
  char framed[512];
  send_bytes(lane, OUTCOME, framed, frame(framed, packet));
}

static void join(struct lane *lane) {
  char packet[256];
  lane->moves = 0;
  snprintf(lane->match, sizeof lane->match, "%d-%ld", getpid(), opened++);
  snprintf(packet, sizeof packet, "42/skirmish,[\"sync\",\"%s\",\"0\",null,2]", lane->match);
  send_packet(lane, packet);
}

/* Writes the move that `actionOf` of skirmish.js makes. */
static void prepare_move(struct lane *lane) {
  char packet[400], arguments[32];
  int turn = lane->moves >> 1, strikes = lane->moves % 2;
  if (strikes) snprintf(arguments, sizeof arguments, "%d", (turn + 1) % 4);
  else snprintf(arguments, sizeof arguments, "%d,%d", turn % 4, lane->moves * 7 % 37);
  snprintf(packet, sizeof packet,
           "42/skirmish,[\"update\",{\"type\":\"MAKE_MOVE\",\"payload\":{\"type\":\"%s\",\"args\":[%s],"
           "\"playerID\":\"%d\"}},%d,\"%s\",\"%d\"]",
           strikes ? "strike" : "walk", arguments, turn % 2, lane->moves, lane->match, turn % 2);
  lane->answer_bytes = frame(lane->answer, packet), lane->state = READY;
}

static void take_packet(struct lane *lane, const char *packet) {
  enum state state = lane->state;
  if (*packet == '0') send_packet(lane, "40/skirmish,");
  else if (*packet == '2') send_packet(lane, "3"), lane->state = state;
  else if (!strncmp(packet, "40/skirmish,", 12)) join(lane);
  else if (!strncmp(packet, "42/skirmish,[\"sync\"", 19)) prepare_move(lane);
  else if (!strncmp(packet, "42/skirmish,[\"update\"", 21)) {
    hear_outcome(lane);
    if (++lane->moves == moves_most) join(lane);
    else prepare_move(lane);
  }
}

static size_t take_frame(struct lane *lane) {
  char *head_end = lane->awaited == UPGRADE ? strstr(lane->reply, "\r\n\r\n") : NULL;
  if (head_end) lane->awaited = OUTCOME;
  if (head_end || lane->awaited == UPGRADE) return head_end ? head_end + 4 - lane->reply : 0;
  unsigned char *bytes = (unsigned char *)lane->reply;
  size_t head = bytes[1] < 126 ? 2 : bytes[1] == 126 ? 4 : 10, count = bytes[1] < 126 ? bytes[1] : 0;
  if (lane->reply_bytes < 2 || lane->reply_bytes < head) return 0;
  for (size_t i = 2; i < head; i++) count = count << 8 | bytes[i];
  if (lane->reply_bytes < head + count) return 0;
  char *end = lane->reply + head + count, next = *end;
  *end = 0;
  take_packet(lane, lane->reply + head);
  *end = next;
  return head + count;
}

static void receive(struct lane *lane, size_t (*take)(struct lane *)) {
  ssize_t count = read(lane->fd, lane->reply + lane->reply_bytes, REPLY_BYTES - lane->reply_bytes);
  if (count <= 0) fail("a connection broke", lane->match);
  lane->reply_bytes += count;
  lane->reply[lane->reply_bytes] = 0;
  for (size_t done; lane->reply_bytes && (done = take(lane));)
    memmove(lane->reply, lane->reply + done, (lane->reply_bytes -= done) + 1);
}

static int by_size(const void *one, const void *other) {
  double difference = *(const double *)one - *(const double *)other;
  return (difference > 0) - (difference < 0);
}

/* Lets the bots play for so long, or until so many answers are given, and reports. */
static void play(int epoll, int matches, double seconds, long most, double rate) {
  struct epoll_event events[256];
  double start = clock_seconds(CLOCK_MONOTONIC), busy = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
  long given = heard = looks = 0;
  for (int i = 0; i < matches; i++) {
    lanes[i].due = rate > 0 ? start + i / rate : 0;
    if (lanes[i].state == RESTING) lanes[i].state = READY;
  }
  for (int playing = matches; playing;) {
    double now = clock_seconds(CLOCK_MONOTONIC), next = now + 1;
    playing = 0;
    for (struct lane *lane = lanes; lane < lanes + matches; playing += lane->state != RESTING, lane++) {
      if (lane->state != READY) continue;
      if ((seconds && now >= start + seconds) || (most && given == most)) lane->state = RESTING;
      else if (lane->due > now) next = lane->due < next ? lane->due : next;
      else {
        /* A wait counts from the due time, unless nothing but this client was late. */
        lane->sent = lane->due && lane->due < now - 2e-3 ? lane->due : clock_seconds(CLOCK_MONOTONIC);
        lane->due += rate > 0 ? matches / rate : 0, given++;
        send_bytes(lane, OUTCOME, lane->answer, lane->answer_bytes);
      }
    }
    int ready = playing ? epoll_wait(epoll, events, 256, 1 + (int)(1e3 * (next - now))) : 0;
    for (int i = 0; i < ready; i++) receive(events[i].data.ptr, moves_most ? take_frame : take_http);
  }
  double spent = clock_seconds(CLOCK_MONOTONIC) - start, effort = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - busy;
  if (!heard) fail("nobody answered", "give more seconds");
  qsort(waits, heard, sizeof *waits, by_size);
  printf("{\"answers\":%ld,\"answers/s\":%.2f,\"p50\":%.4f,\"p99\":%.4f,\"looks\":%.3f,\"client µs\":%.2f}\n", heard,
         heard / spent, 1e3 * waits[(heard - 1) / 2], 1e3 * waits[(heard - 1) * 99 / 100], (double)looks / heard,
         1e6 * effort / heard);
  fflush(stdout);
}

int main(int count, char **words) {
  int matches = count == 5 ? atoi(words[3]) : 0, epoll = epoll_create1(0), on = 1;
  if (matches < 1 || matches > MATCHES_MOST) fail("usage", "client recount|boardgame|hello PORT MATCHES ARGUMENT");
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(words[2]))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  for (struct lane *lane = lanes; lane < lanes + matches; lane++) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = lane};
    lane->fd = socket(AF_INET, SOCK_STREAM, 0), lane->reply = malloc(REPLY_BYTES + 1);
    if (connect(lane->fd, (struct sockaddr *)&address, sizeof address)) fail("no server listens on the port", words[2]);
    setsockopt(lane->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    epoll_ctl(epoll, EPOLL_CTL_ADD, lane->fd, &event);
    if (!strcmp(words[1], "recount")) opening = words[4], open_match(lane);
    else if (!strcmp(words[1], "boardgame")) {
      moves_most = atol(words[4]);
      send_bytes(lane, UPGRADE, UPGRADING, sizeof UPGRADING - 1);
    } else {
      add(lane->answer, &lane->answer_bytes, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", words[4]);
      lane->state = READY;
    }
  }
  double seconds, rate;
  long most;
  while (scanf("%lf %ld %lf", &seconds, &most, &rate) == 3) play(epoll, matches, seconds, most, rate);
  return 0;
}
