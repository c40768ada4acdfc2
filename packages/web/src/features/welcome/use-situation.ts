import { useQuery } from '@tanstack/react-query'
import { aboutQuery } from '../../lib/about-query.ts'
import { useContentSettings } from '../../lib/content-settings.ts'
import { useIsAdmin, useUser } from '../../lib/session.ts'
import { setupQuery } from '../../lib/setup-query.ts'
import type { Situation } from './nothing.rules.ts'

/** Undefined until the server has told enough to say the right thing at once. */
export function useSituation(isHidden: boolean): Situation | undefined {
  const user = useUser()
  const isAdmin = useIsAdmin()
  const settings = useContentSettings()
  const { data: about } = useQuery(aboutQuery())
  const { data: setup } = useQuery({ ...setupQuery(), enabled: !isAdmin })
  if (!settings || !about || (!setup && !isAdmin)) return undefined
  const { policy, ageFilterMode } = settings
  return {
    isHidden,
    policy,
    ageFilterMode,
    role: user?.role,
    needsSetup: setup?.isNeeded === true && !isAdmin,
    visitorCeiling: about.visitorCeiling,
  }
}
