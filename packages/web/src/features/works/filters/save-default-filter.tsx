import { IconPin } from '@tabler/icons-react'
import { changeContentSettings, useContentSettings } from '../../../domain/content-settings.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import type { WorksSearch } from '../filter-url.rules.ts'
import { useMarkWords } from '../marks/mark-words.ts'
import { defaultFilterOf, isSameFilter } from './default-filter.rules.ts'

/** Saves the current filter as the default of the work list. */
export function SaveDefaultFilter({ search }: { readonly search: WorksSearch }) {
  const settings = useContentSettings()
  const filterDefaults = defaultFilterOf(search)
  if (!settings || isSameFilter(filterDefaults, settings.filterDefaults)) return null
  return <KeepButton filterDefaults={filterDefaults} />
}

function KeepButton({ filterDefaults }: { readonly filterDefaults: ReturnType<typeof defaultFilterOf> }) {
  useMarkWords()
  const t = useT()
  const keep = () =>
    void changeContentSettings((now) => ({ ...now, filterDefaults })).then(
      () => notify(t('content.defaultsKept'), 'positive'),
      () => undefined,
    )
  return (
    <button type="button" className="btn h-8 border-transparent bg-transparent text-acc" onClick={keep}>
      <IconPin size={15} aria-hidden />
      {t('content.defaultsKeep')}
    </button>
  )
}
