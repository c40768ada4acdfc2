import { hashKey } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * Returns the chosen value immediately, while the URL follows a moment later and wins. An equal value keeps its object identity, so nothing
 * is rendered again.
 */
export function useOptimisticUrlValue<T>(address: T): readonly [shown: T, choose: (value: T) => void] {
  const [chosen, setChosen] = useState({ address, value: address })
  if (chosen.address === address) return [chosen.value, (value) => setChosen({ address, value })]
  const value = hashKey([address]) === hashKey([chosen.value]) ? chosen.value : address
  setChosen({ address, value })
  return [value, (next) => setChosen({ address, value: next })]
}
