import { linkOptions } from '@tanstack/react-router'
import { useContentSettings } from '../lib/content-settings.ts'
import { PlaceLink, worksPlace } from './place-link.tsx'

/** Works, beginning with the filter that was kept for it. Import it lazily: it asks for the account's settings. */
export function WorksLink({ form }: { readonly form: 'side' | 'tab' }) {
  const link = linkOptions({
    to: '/works',
    search: useContentSettings()?.filterDefaults ?? {},
    state: { head: 'none' },
  })
  return <PlaceLink place={{ ...worksPlace, link }} form={form} />
}
