import { Arrivals } from '../features/scan/arrivals.tsx'
import { NothingHere, type NothingHereProps } from '../features/welcome/nothing-here.tsx'

/** Replaces a list of works that is empty without any filter: the scan that fills it, or why. Import it lazily. */
export const NothingYet = (props: NothingHereProps) => (
  <Arrivals count={0} {...(props.heading && { heading: props.heading })}>
    <NothingHere {...props} />
  </Arrivals>
)
