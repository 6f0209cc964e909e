// Exploration of main itself starts with the program's own variables as they are.
// run: dunlin run --entry main
// paths: 1
// exit-status: 3
int variable = 3;
int main(void) { return variable; }
