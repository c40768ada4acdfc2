import { useLingui } from '@lingui/react'
import { type DashboardFormats, dashboardFormatsFor } from './dashboard-format.rules.ts'

export function useDashboardFormat(): DashboardFormats {
  const { i18n } = useLingui()
  return dashboardFormatsFor(i18n.locale)
}
