/** Playback settings of this device. Load lazily. */
import { useT } from '../../lib/i18n.ts'
import { SegmentedControl } from '../../ui/choices.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Switch } from '../../ui/switch.tsx'
import { changePlayerSettings, saverModes, usePlayerSettings } from '../player-settings.ts'

export function SoundPanel({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  return (
    <Sheet open onClose={onClose} title={t('sound.title')} isDark>
      <SoundSettings />
    </Sheet>
  )
}

export function SoundSettings() {
  const t = useT()
  const settings = usePlayerSettings()
  const choices = [
    ['sound.even', 'isEven', 'sound.evenHelp'],
    ['sound.mono', 'mono', undefined],
    ['sound.swap', 'swap', undefined],
    ['sound.rewind', 'rewinds', undefined],
    ['sound.private', 'isPrivate', undefined],
  ] as const
  return (
    <ul className="divide-y divide-line">
      {choices.map(([label, name, help]) => (
        <li key={name} className="flex items-start gap-3 py-3">
          <div className="min-w-0 flex-1">
            <p className="text-sm font-medium">{t(label)}</p>
            {help && <p className="mt-0.5 text-[12.5px] text-mut">{t(help)}</p>}
          </div>
          <Switch
            label={t(label)}
            isOn={settings[name]}
            onChange={(isOn) => changePlayerSettings({ [name]: isOn })}
          />
        </li>
      ))}
      <li className="py-3">
        <p className="text-sm font-medium">{t('sound.saver')}</p>
        <p className="mt-0.5 mb-2 text-[12.5px] text-mut">{t('sound.saverHelp')}</p>
        <SegmentedControl
          label={t('sound.saver')}
          value={settings.saver}
          options={saverModes.map((value) => ({ value, label: t(`sound.saver.${value}`) }))}
          onChange={(saver) => changePlayerSettings({ saver })}
        />
      </li>
    </ul>
  )
}
