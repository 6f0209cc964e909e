// run: dunlin run -- one two --three
// run: dunlin run -m32 -- one two --three
// native: same
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    printf("%d\n", argc);
    for (int i = 1; i < argc; i++)
        printf("%s %d\n", argv[i], (int)strlen(argv[i]));
    printf("%d\n", argv[argc] == NULL);
    return atoi("5") + argc;
}
