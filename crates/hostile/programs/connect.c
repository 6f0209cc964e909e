/* Connects to a server on this machine. */
#include "hostile.h"
#include <arpa/inet.h>
#include <sys/socket.h>
int main(void) {
    struct sockaddr_in to = {AF_INET, htons(number("PORT")), {htonl(INADDR_LOOPBACK)}, {0}};
    int tcp = socket(AF_INET, SOCK_STREAM, 0);
    must(tcp >= 0 && connect(tcp, (void *)&to, sizeof to) == 0);
    get_out();
}
