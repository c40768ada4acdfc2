/** Switches between the track sets and formats of a work. Load lazily: most works have one of each. */
import { useListeningWords } from '../../domain/listening-words.ts'
import { useT } from '../../lib/i18n.ts'
import { ToggleChip } from '../../ui/chip.tsx'
import { SelectMenu } from '../../ui/select-menu.tsx'
import { chooseGroup, groupName } from './track-choice.ts'
import { formatsOf, groupInSet, setsOf, type TrackGroup } from './track-groups.rules.ts'

export interface TrackSwitchProps {
  readonly workId: string
  readonly groups: readonly TrackGroup[]
  readonly shown: TrackGroup
}

export function TrackSwitch({ workId, groups, shown }: TrackSwitchProps) {
  useListeningWords()
  const t = useT()
  const sets = setsOf(groups)
  const sameSet = groups.filter(({ set }) => set === shown.set)
  return (
    <>
      {sets.length > 1 && (
        <fieldset className="flex flex-wrap gap-1.5" aria-label={t('work.set')}>
          {sets.map((set) => (
            <ToggleChip
              key={set}
              pressed={set === shown.set}
              onToggle={() => chooseGroup(workId, groupInSet(groups, { ...shown, set }))}
            >
              {t(`trackSet.${set}`)}
            </ToggleChip>
          ))}
        </fieldset>
      )}
      {sameSet.length > 1 && (
        <SelectMenu
          label={t('work.format')}
          value={groupName(shown)}
          options={sameSet.map((group) => ({ value: groupName(group), label: formatsOf(group) }))}
          onChange={(name) => {
            const group = sameSet.find((one) => groupName(one) === name)
            if (group) chooseGroup(workId, group)
          }}
        />
      )}
    </>
  )
}
