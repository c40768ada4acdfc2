import { useContentSettings } from '../lib/content-settings.ts'
import { PlaceLink } from './place-link.tsx'
import { worksPlace } from './places.ts'

/** Works, beginning with the filter that was kept for it. Import it lazily: it asks for the account's settings. */
export function WorksLink({ form }: { readonly form: 'side' | 'tab' }) {
  return <PlaceLink place={worksPlace} form={form} search={useContentSettings()?.filterDefaults} />
}
