import { useEffect, useState } from 'react'

/** Returns the value once it has not changed for this long, for example to avoid a request per key press. */
export function useDebouncedValue<T>(value: T, milliseconds: number): T {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
