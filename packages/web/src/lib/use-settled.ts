import { useEffect, useState } from 'react'

/** The value once it has rested for that long: not every letter is a request. */
export function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
