import { hashKey } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * What was chosen is shown at once; the address follows a moment later, and has the last word. One that says the same is the
 * same object: nothing is drawn again for it.
 */
export function useChosen<T>(address: T): readonly [shown: T, choose: (value: T) => void] {
  const [chosen, setChosen] = useState({ address, value: address })
  if (chosen.address === address) return [chosen.value, (value) => setChosen({ address, value })]
  const value = hashKey([address]) === hashKey([chosen.value]) ? chosen.value : address
  setChosen({ address, value })
  return [value, (next) => setChosen({ address, value: next })]
}
