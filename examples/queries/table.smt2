; The first byte of the input is an index into a table with the letters of "dunlin".
; Where is a `u` followed by an `n`, if the rest of the input is zero?
(declare-const input (Array (_ BitVec 32) (_ BitVec 8)))
(define-fun table () (Array (_ BitVec 8) (_ BitVec 8))
  (store (store (store (store (store (store
    ((as const (Array (_ BitVec 8) (_ BitVec 8))) #x00)
    #x00 #x64) #x01 #x75) #x02 #x6e) #x03 #x6c) #x04 #x69) #x05 #x6e))
(define-fun i () (_ BitVec 8) (select input #x00000000))
(assert (= (select table i) #x75))
(assert (= (select table (bvadd i #x01)) #x6e))
(assert (forall ((k (_ BitVec 32)))
  (=> (and (bvule #x00000001 k) (bvult k #x00000010)) (= (select input k) #x00))))
(check-sat)
(get-value (i (select input #x0000000f)))

; There is no second place.
(assert (distinct i #x01))
(check-sat)
