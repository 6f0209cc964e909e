extern int depth;
extern const char *stack_name;
void push(int value);
int pop(void);
