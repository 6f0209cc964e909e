/* stdlib.h: the environment. The engine may set `environ` before main; it starts empty. */
#include "dunlin_libc.h"

static char *empty_environment[1];
char **environ = empty_environment;
extern char **__environ ALIAS_OF(environ);
extern char **_environ ALIAS_OF(environ);

/* The array that this file allocated last, if `environ` still is that array. */
static char **own_array;

static size_t name_length(const char *text) {
    size_t n = 0;
    while (text[n] != '\0' && text[n] != '=')
        n++;
    return n;
}

static char **find(const char *name, size_t length) {
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++)
        if (strncmp(*entry, name, length) == 0 && (*entry)[length] == '=')
            return entry;
    return NULL;
}

char *getenv(const char *name) {
    size_t length = strlen(name);
    char **entry = find(name, length);
    return entry == NULL ? NULL : *entry + length + 1;
}
char *secure_getenv(const char *name) ALIAS_OF(getenv);

/* Puts `text` ("name=value") in place of the entry of that name, or at the end. */
static int put(char *text, size_t length) {
    char **entry = find(text, length);
    if (entry != NULL) {
        *entry = text;
        return 0;
    }
    size_t count = 0;
    while (environ != NULL && environ[count] != NULL)
        count++;
    char **larger = malloc((count + 2) * sizeof *larger);
    if (larger == NULL) {
        errno = ENOMEM;
        return -1;
    }
    if (count > 0)
        memcpy(larger, environ, count * sizeof *larger);
    larger[count] = text;
    larger[count + 1] = NULL;
    if (own_array == environ)
        free(own_array);
    own_array = larger;
    environ = larger;
    return 0;
}

static int valid_name(const char *name) {
    if (name == NULL || *name == '\0' || strchr(name, '=') != NULL) {
        errno = EINVAL;
        return 0;
    }
    return 1;
}

int unsetenv(const char *name) {
    if (!valid_name(name))
        return -1;
    size_t length = strlen(name);
    for (char **entry; (entry = find(name, length)) != NULL;)
        for (; *entry != NULL; entry++)
            entry[0] = entry[1];
    return 0;
}

int setenv(const char *name, const char *value, int overwrite) {
    if (!valid_name(name))
        return -1;
    size_t length = strlen(name), value_size = strlen(value) + 1;
    if (!overwrite && find(name, length) != NULL)
        return 0;
    char *text = malloc(length + 1 + value_size);
    if (text == NULL) {
        errno = ENOMEM;
        return -1;
    }
    memcpy(text, name, length);
    text[length] = '=';
    memcpy(text + length + 1, value, value_size);
    return put(text, length);
}

/* As glibc does, a text without '=' removes the variable. */
int putenv(char *text) {
    size_t length = name_length(text);
    if (text[length] == '\0')
        return unsetenv(text);
    return put(text, length);
}

int clearenv(void) {
    environ = NULL;
    return 0;
}
