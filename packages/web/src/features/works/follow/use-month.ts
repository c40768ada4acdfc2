/** The month of the calendar of releases stands in the address: who comes back from a work finds it as it was. */
import * as v from 'valibot'
import { useAddress } from '../../../lib/use-address.ts'
import { type Month, monthNamed, monthOf, nameOf } from './months.rules.ts'

const Address = v.object({ month: v.optional(v.pipe(v.string(), v.regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/))) })

/** Returns this month unless another one was turned to, and a function that turns to one. */
export function useMonth() {
  const [{ month }, change] = useAddress(Address)
  const shown = month === undefined ? monthOf(new Date()) : monthNamed(month)
  return [shown, (next: Month) => change({ month: nameOf(next) })] as const
}
