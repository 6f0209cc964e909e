// Arguments that the user chose carry a proof, which names them.
// run: dunlin reach --target @two -- a
// verdict: @two unreachable
// reason: assuming that the program gets these arguments
// run: dunlin reach --target @two -- a b
// verdict: @two reachable
// run: dunlin reach --target @two
// verdict: @two unknown
// reason: no path was found, and all were explored (1 finished)

int main(int argc, char **argv) {
    if (argc > 2)
        return argv[2][0] == 'b'; // target two
    return 0;
}
