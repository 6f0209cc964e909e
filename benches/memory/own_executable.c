/* Preloaded under Valgrind: Dunlin starts itself again as /proc/self/exe, which is Valgrind there. The real
 * path is in OWN_EXECUTABLE. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *real_path(const char *file) {
    const char *own = getenv("OWN_EXECUTABLE");
    return own != NULL && strcmp(file, "/proc/self/exe") == 0 ? own : file;
}

int posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const arguments[],
                 char *const environment[]) {
    int (*next)(pid_t *, const char *, const posix_spawn_file_actions_t *,
                const posix_spawnattr_t *, char *const[], char *const[]) =
        dlsym(RTLD_NEXT, "posix_spawnp");
    return next(pid, real_path(file), actions, attributes, arguments, environment);
}

int execvp(const char *file, char *const arguments[]) {
    int (*next)(const char *, char *const[]) = dlsym(RTLD_NEXT, "execvp");
    return next(real_path(file), arguments);
}
