/* Parses a text of seven unknown characters as JSON, and prints what was read. */
#include "cJSON.h"
#include "dunlin.h"
#include <stdlib.h>

enum { LENGTH = 7 };

int main(void) {
    char text[LENGTH + 1];
    dunlin_symbolic(text, LENGTH, "text");
    text[LENGTH] = 0;
    cJSON *value = cJSON_Parse(text);
    if (value == NULL) {
        return 1;
    }
    if (!cJSON_IsNumber(value)) {
        char *printed = cJSON_PrintUnformatted(value);
        free(printed);
    }
    cJSON *copy = cJSON_Duplicate(value, 1);
    cJSON_Compare(value, copy, 1);
    cJSON_Delete(copy);
    cJSON_Delete(value);
    return 0;
}
