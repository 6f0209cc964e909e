/* A parser of `key=number;` lists with a mistake that only some inputs meet. */
#include <dunlin.h>
#include <stdio.h>

static int limits[4] = {10, 20, 30, 40};

static int parse(const char *text) {
    int sum = 0;
    while (*text != '\0') {
        char key = *text++;
        if (*text++ != '=')
            return -1;
        int value = 0;
        while (*text >= '0' && *text <= '9')
            value = value * 10 + (*text++ - '0');
        if (*text == ';')
            text++;
        if (value > limits[key - 'a'])
            return -2;
        sum += value;
    }
    return sum;
}

int main(void) {
    char text[6];
    dunlin_symbolic(text, sizeof text, "text");
    text[5] = '\0';
    int sum = parse(text);
    if (sum > 0)
        printf("%s is %d\n", text, sum);
    return 0;
}
