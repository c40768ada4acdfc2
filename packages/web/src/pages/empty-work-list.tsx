import { LoadDemo } from '../features/scan/demo-works.tsx'
import { ScanProgress } from '../features/scan/scan-progress.tsx'
import { EmptyListReason, type NothingHereProps } from '../features/welcome/empty-list-reason.tsx'

/** Replaces a list of works that is empty without any filter: shows the scan that fills it, or the reason. Load lazily. */
export const EmptyWorkList = (props: Omit<NothingHereProps, 'demo'>) => (
  <ScanProgress count={0} {...(props.heading && { heading: props.heading })}>
    <EmptyListReason {...props} demo={<LoadDemo />} />
  </ScanProgress>
)
