import type { Settings } from '@koedana/contract/site-settings.ts'
import { ageCategories } from '@koedana/contract/values.ts'
import { useT } from '../../../lib/i18n.ts'
import { ChoiceList } from '../../../ui/choice-list.tsx'
import { Labelled } from '../../../ui/labelled.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { SettingsSection } from './settings-section.tsx'
import { useDraft } from './use-draft.ts'

const answers = ['near', 'yes', 'no'] as const
type Answer = (typeof answers)[number]

/** What people may do who are not signed in. */
export function VisitorsSection({ settings }: { readonly settings: Settings }) {
  const t = useT()
  const { visitorCeiling, visitorsMayListen } = settings
  const { draft, change, ...form } = useDraft({ visitorCeiling, visitorsMayListen })
  return (
    <SettingsSection title={t('setup.visitors')} help={t('setup.visitorsHelp')} {...form}>
      <Labelled label={t('setup.visitorCeiling')} help={t('site.visitorCeilingHelp')}>
        <SegmentedControl
          label={t('setup.visitorCeiling')}
          value={draft.visitorCeiling}
          options={ageCategories.map((value) => ({ value, label: t(`age.${value}`) }))}
          onChange={(next) => change({ visitorCeiling: next })}
        />
      </Labelled>
      <ChoiceList
        label={t('setup.listening')}
        value={answerOf(draft.visitorsMayListen)}
        options={answers.map((value) => ({
          value,
          label: t(`listening.${value}`),
          help: t(`listening.${value}Help`),
        }))}
        onChange={(answer) => change({ visitorsMayListen: meant[answer] })}
      />
    </SettingsSection>
  )
}

const meant: Readonly<Record<Answer, boolean | null>> = { near: null, yes: true, no: false }

const answerOf = (mayListen: boolean | null): Answer =>
  mayListen === null ? 'near' : mayListen ? 'yes' : 'no'
