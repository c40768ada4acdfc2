import { useState } from 'react'

/** What was chosen is shown at once; the address follows a moment later, and has the last word. */
export function useChosen<T>(address: T): readonly [shown: T, choose: (value: T) => void] {
  const [chosen, setChosen] = useState({ address, value: address })
  const isPassed = chosen.address !== address
  if (isPassed) setChosen({ address, value: address })
  return [isPassed ? address : chosen.value, (value) => setChosen({ address, value })]
}
