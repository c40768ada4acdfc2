import type { KernelState } from '@koedana/contract/machine.ts'
import { useT } from '../../../lib/i18n.ts'

const reasons = {
  missing: 'system.kernelMissing',
  stale: 'system.kernelStale',
  unusable: 'system.kernelUnusable',
} as const

/** Nothing while the index has its compiled loops. */
export function KernelNotice({ state }: { readonly state: KernelState }) {
  const t = useT()
  if (state === 'compiled') return null
  return (
    <p role="status" className="mb-4 rounded-card bg-soft p-4 text-sm">
      {t(reasons[state])} {t('system.kernelHelp')}
    </p>
  )
}
