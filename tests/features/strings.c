// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sign(int n) { return (n > 0) - (n < 0); }

int main(void) {
    char buffer[32] = "one";
    strcat(buffer, " two");
    strncat(buffer, " three four", 6);
    printf("%s %d\n", buffer, (int)strlen(buffer));
    printf("%d %d %d\n", sign(strcmp("abc", "abd")), sign(strcmp("b", "a")), strcmp("", ""));
    printf("%d %d %d\n", strncmp("abcx", "abcy", 3), sign(strncmp("a", "ab", 5)),
           sign(memcmp("\x80", "\x01", 1)));
    printf("%s %s %s\n", strchr(buffer, 't'), strrchr(buffer, 't'), strstr(buffer, "two"));
    printf("%d %d\n", strchr(buffer, 'z') == NULL, (int)(strchr(buffer, 0) - buffer));
    char padded[8];
    memset(padded, '#', sizeof padded);
    strncpy(padded, "ab", 5);
    printf("%d %d %c\n", padded[2], padded[4], padded[5]);
    char *copy = strdup(buffer);
    copy[0] = 'O';
    printf("%s %d\n", copy, (int)strnlen(copy, 5));
    free(copy);
    printf("%d %d\n", (int)strspn("aabbc", "ab"), (int)strcspn("hello", "lo"));
    printf("%s\n", strpbrk("key=value", "=:") + 1);
    return 0;
}
