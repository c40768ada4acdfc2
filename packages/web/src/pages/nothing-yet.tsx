import { Arrivals } from '../features/scan/arrivals.tsx'
import { LoadDemo } from '../features/scan/demo-works.tsx'
import { NothingHere, type NothingHereProps } from '../features/welcome/nothing-here.tsx'

/** Replaces a list of works that is empty without any filter: shows the scan that fills it, or the reason. Load lazily. */
export const NothingYet = (props: Omit<NothingHereProps, 'demo'>) => (
  <Arrivals count={0} {...(props.heading && { heading: props.heading })}>
    <NothingHere {...props} demo={<LoadDemo />} />
  </Arrivals>
)
