/* The opening and the frames of a WebSocket, as far as the bots send them. */
#include <string.h>

static const char UPGRADING[] =
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/* Writes a packet of socket.io as a frame of a WebSocket; returns the bytes it has. */
static size_t frame(char *into, const char *packet) {
  size_t bytes = strlen(packet), head = bytes > 125 ? 4 : 2;
  into[0] = (char)0x81, into[1] = (char)(0x80 | (bytes > 125 ? 126 : bytes));
  if (bytes > 125) into[2] = (char)(bytes >> 8), into[3] = (char)bytes;
  memset(into + head, 0, 4); /* the mask, which changes nothing */
  memcpy(into + head + 4, packet, bytes);
  return head + 4 + bytes;
}
