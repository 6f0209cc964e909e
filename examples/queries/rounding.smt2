; Is the addition of floats associative? No, and numbers between 1 and 2 show it.
(declare-const x Float32)
(declare-const y Float32)
(declare-const z Float32)
(define-fun one () Float32 ((_ to_fp 8 24) #x3f800000))
(define-fun two () Float32 ((_ to_fp 8 24) #x40000000))
(assert (and (fp.leq one x) (fp.leq x two)))
(assert (and (fp.leq one y) (fp.leq y two)))
(assert (and (fp.leq one z) (fp.leq z two)))
(push 1)
(assert (not (fp.eq (fp.add RNE (fp.add RNE x y) z) (fp.add RNE x (fp.add RNE y z)))))
(check-sat)
(get-value (x y z))
(pop 1)

; It is commutative.
(assert (not (fp.eq (fp.add RNE x y) (fp.add RNE y x))))
(check-sat)
