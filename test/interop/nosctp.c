/* Osmocom asks for SCTP, which some kernels lack. It gets TCP, on which nobody calls: SMPP alone is wanted of it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/socket.h>
int socket(int d, int t, int p) {
  static int (*real)(int, int, int);
  if (!real) real = dlsym(RTLD_NEXT, "socket");
  return real(d, t, p == 132 ? 0 : p);
}
int setsockopt(int fd, int l, int n, const void *v, socklen_t s) {
  static int (*real)(int, int, int, const void *, socklen_t);
  if (!real) real = dlsym(RTLD_NEXT, "setsockopt");
  return l == 132 ? 0 : real(fd, l, n, v, s);
}
