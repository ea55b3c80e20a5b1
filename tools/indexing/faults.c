/* Makes one call of the system below FAULT_FOLDER fail, or kills the process there. For faults.ts, by LD_PRELOAD on Linux. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long calls;

/* Whether a call fails now: counts those below the folder, and those after the one that fails if the fault stays. */
static int faulty(const char *path) {
  const char *folder = getenv("FAULT_FOLDER"), *at = getenv("FAULT_AT"), *kind = getenv("FAULT_KIND");
  if (!folder || !path || strncmp(path, folder, strlen(folder)) != 0) return 0;
  long call = atomic_fetch_add(&calls, 1) + 1;
  const char *count = getenv("FAULT_COUNT");
  if (count) {
    char text[32];
    int fd = (int)(long)((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open"))(count, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int length = snprintf(text, sizeof text, "%ld", call);
    ((ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write"))(fd, text, length);
    close(fd);
    return 0;
  }
  if (!at || call < atol(at)) return 0;
  if (strcmp(kind, "kill") == 0) kill(getpid(), SIGKILL);
  if (strcmp(kind, "eio") == 0 && call > atol(at)) return 0;
  errno = strcmp(kind, "eio") == 0 ? EIO : ENOSPC;
  return 1;
}

static int faulty_fd(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return faulty(path);
}

#define NEXT(name, ...) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))(__VA_ARGS__)

ssize_t write(int fd, const void *bytes, size_t length) { return faulty_fd(fd) ? -1 : NEXT(write, fd, bytes, length); }
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) { return faulty_fd(fd) ? -1 : NEXT(pwrite64, fd, bytes, length, at); }
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return faulty_fd(fd) ? -1 : NEXT(pwrite, fd, bytes, length, at); }
ssize_t writev(int fd, const struct iovec *parts, int count) { return faulty_fd(fd) ? -1 : NEXT(writev, fd, parts, count); }
int fsync(int fd) { return faulty_fd(fd) ? -1 : NEXT(fsync, fd); }
int fdatasync(int fd) { return faulty_fd(fd) ? -1 : NEXT(fdatasync, fd); }
int rename(const char *from, const char *to) { return faulty(to) ? -1 : NEXT(rename, from, to); }
int mkdir(const char *path, mode_t mode) { return faulty(path) ? -1 : NEXT(mkdir, path, mode); }
