/* Reads all events of a YAML stream of six unknown characters. */
#include "dunlin.h"
#include <yaml.h>

enum { LENGTH = 6 };

int main(void) {
    unsigned char text[LENGTH];
    dunlin_symbolic(text, LENGTH, "text");
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) {
        return 2;
    }
    yaml_parser_set_input_string(&parser, text, LENGTH);
    int done = 0;
    while (!done) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            break;
        }
        done = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return !done;
}
