; Does `(a + b) / 2` always lie between a and b?
; No: the sum can wrap around, the well-known bug of binary searches.
(declare-const a (_ BitVec 32))
(declare-const b (_ BitVec 32))
(assert (bvule a b))
(push 1)
(define-fun average () (_ BitVec 32) (bvudiv (bvadd a b) #x00000002))
(assert (bvult average a))
(check-sat)
(get-value (a b average))
(pop 1)

; `a + (b - a) / 2` does.
(define-fun better () (_ BitVec 32) (bvadd a (bvudiv (bvsub b a) #x00000002)))
(assert (or (bvult better a) (bvult b better)))
(check-sat)
