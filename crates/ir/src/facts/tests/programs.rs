//! Small programs and what is known of them.

