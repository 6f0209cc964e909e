/* Decodes ten unknown bytes as DER: the tag, lengths, an octet string, an object identifier, a bit string. */
#include "dunlin.h"
#include "libtasn1.h"
#include <stdlib.h>

enum { LENGTH = 10, ROOM = 32 };

int main(void) {
    unsigned char der[LENGTH], out[ROOM], class;
    char text[ROOM];
    unsigned char which;
    int length_of_length, length, bits;
    unsigned long tag;
    dunlin_symbolic(der, LENGTH, "der");
    dunlin_symbolic(&which, 1, "which");
    switch (which & 7) {
    case 0:
        return asn1_get_tag_der(der, LENGTH, &class, &length, &tag);
    case 1:
        return asn1_get_length_ber(der, LENGTH, &length_of_length) < 0;
    case 2:
        return asn1_get_octet_der(der, LENGTH, &length, out, ROOM, &length_of_length);
    case 3:
        return asn1_get_object_id_der(der, LENGTH, &length, text, ROOM);
    case 4:
        return asn1_get_bit_der(der, LENGTH, &length, out, ROOM, &bits);
    case 5: {
        unsigned char *string = NULL;
        unsigned int size = 0, used;
        int result = asn1_decode_simple_ber(ASN1_ETYPE_OCTET_STRING, der, LENGTH, &string, &size, &used);
        free(string);
        return result;
    }
    default: {
        const unsigned char *value;
        unsigned int size;
        return asn1_decode_simple_der(which >> 3, der, LENGTH, &value, &size);
    }
    }
}
