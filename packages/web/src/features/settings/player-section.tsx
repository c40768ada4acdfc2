/** The settings of the player, which are also in its panels. Import it lazily: its words are loaded with it. */
import { useFormat, useT } from '../../lib/i18n.ts'
import { languageTagName } from '../../lib/language-tag-name.ts'
import { changePlayerSettings, defaultSpeeds, usePlayerSettings } from '../../player/player-settings.ts'
import { usePlayerWords } from '../../player/player-words.ts'
import { changeLyricsChoice, useLyricsChoice } from '../../player/screens/lyrics-choice.ts'
import { NightTimer } from '../../player/screens/sleep-panel.tsx'
import { SoundSettings } from '../../player/screens/sound-panel.tsx'
import { LabeledControl } from '../../ui/choices.tsx'
import { SelectMenu } from '../../ui/select-menu.tsx'

export function PlayerSection() {
  usePlayerWords()
  const t = useT()
  return (
    <section id="player" aria-label={t('settings.player')} className="scroll-mt-16 border-t border-line py-6">
      <h2 className="text-[15px] font-semibold">{t('settings.player')}</h2>
      <p className="mt-0.5 mb-3 text-[13px] text-mut">{t('settings.playerHelp')}</p>
      <SpeedChoice />
      <SoundSettings />
      <Subtitles />
      <NightTimer />
    </section>
  )
}

function SpeedChoice() {
  const t = useT()
  const format = useFormat()
  const speed = usePlayerSettings((settings) => settings.speed)
  return (
    <div className="flex items-start gap-3 border-b border-line py-3">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium">{t('settings.speed')}</p>
        <p className="mt-0.5 text-[12.5px] text-mut">{t('settings.speedHelp')}</p>
      </div>
      <SelectMenu
        label={t('settings.speed')}
        value={String(speed)}
        options={defaultSpeeds.map((one) => ({ value: String(one), label: `${format.number(one)}×` }))}
        onChange={(chosen) => {
          const next = defaultSpeeds.find((one) => String(one) === chosen)
          if (next !== undefined) changePlayerSettings({ speed: next })
        }}
      />
    </div>
  )
}

/** Subtitles come in other languages too; a player that shows one offers those of its track. */
const languages = ['ja', 'zh-Hans', 'zh-Hant', 'en', 'ko'] as const

const sizes = [16, 18, 22, 26, 32, 40]

function Subtitles() {
  const t = useT()
  const format = useFormat()
  const { lang = '', second = '' } = useLyricsChoice()
  const size = usePlayerSettings(({ lyricsSize }) => lyricsSize)
  const named = (tags: readonly string[]) =>
    [...new Set([...tags, ...languages])]
      .filter((tag) => tag !== '')
      .map((tag) => ({ value: tag, label: languageTagName(tag) ?? tag }))
  const shownSizes = [...new Set([...sizes, size])].sort((a, b) => a - b)
  return (
    <section aria-label={t('lyrics.title')} className="border-t border-line pt-4">
      <h3 className="text-sm font-semibold">{t('lyrics.title')}</h3>
      <div className="mt-3 flex flex-wrap gap-x-6 gap-y-4">
        <LabeledControl label={t('lyrics.language')}>
          <SelectMenu
            label={t('lyrics.language')}
            value={lang}
            options={[{ value: '', label: t('settings.firstLanguage') }, ...named([lang])]}
            onChange={(chosen) => changeLyricsChoice({ lang: chosen || undefined })}
          />
        </LabeledControl>
        <LabeledControl label={t('lyrics.second')}>
          <SelectMenu
            label={t('lyrics.second')}
            value={second}
            options={[{ value: '', label: t('lyrics.secondNone') }, ...named([second])]}
            onChange={(chosen) => changeLyricsChoice({ second: chosen || undefined })}
          />
        </LabeledControl>
        <LabeledControl label={t('settings.lyricsSize')}>
          <SelectMenu
            label={t('settings.lyricsSize')}
            value={String(size)}
            options={shownSizes.map((one) => ({ value: String(one), label: `${format.number(one)} px` }))}
            onChange={(chosen) => changePlayerSettings({ lyricsSize: Number(chosen) })}
          />
        </LabeledControl>
      </div>
    </section>
  )
}
