/* JSON as far as the bots read it: where a value ends, and the members of an object. The text is well-formed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *failure, const char *value) {
  fprintf(stderr, "client: %s: %s\n", failure, value);
  exit(1);
}

static const char *after_blanks(const char *at) { return at + strspn(at, " \t\r\n"); }

static const char *after_string(const char *at) {
  while ((at += 1 + strcspn(at + 1, "\"\\"), *at == '\\') && at[1]) at++;
  return *at ? at + 1 : at;
}

static const char *after_value(const char *at) {
  int depth = 0;
  do {
    depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
    if (*at == '"') at = after_string(at);
    else if (strchr("{}[]", *at)) at++;
    else at += strcspn(at, depth ? "\"{}[]" : ",}]");
  } while (depth && *at);
  return at;
}

/* Returns the value of the member `name` of a JSON object, or NULL. */
static const char *member(const char *object, const char *name) {
  size_t bytes = strlen(name);
  for (const char *at = after_blanks(object + 1); *at == '"'; at = after_blanks(*at == ',' ? at + 1 : at)) {
    const char *key = at + 1;
    at = after_string(at);
    int same = (size_t)(at - key - 1) == bytes && !memcmp(key, name, bytes);
    at = after_blanks(after_blanks(at) + 1);
    if (same) return at;
    at = after_blanks(after_value(at));
  }
  return NULL;
}

static const char *required(const char *object, const char *name) {
  const char *value = member(object, name);
  if (!value) fail("a reply lacks a member", name);
  return value;
}

static void copy_string(char into[64], const char *value) {
  size_t bytes = *value == '"' ? after_string(value) - value - 2 : 64;
  if (bytes > 63) fail("a reply has an unexpected value", value);
  memcpy(into, value + 1, bytes);
  into[bytes] = 0;
}
