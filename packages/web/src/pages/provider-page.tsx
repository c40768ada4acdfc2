import { ProviderLanding } from '../features/session/provider-landing.tsx'
import { useT } from '../lib/i18n.ts'
import { useDocumentTitle } from '../ui/page.tsx'

/** The end of a sign-in by the provider. */
export function ProviderPage() {
  useDocumentTitle(useT()('auth.login'))
  return <ProviderLanding />
}
