import type { TrackLyrics } from '@koedana/contract/lyrics.ts'
import {
  IconMinus,
  IconPictureInPicture,
  IconPlus,
  IconTextDecrease,
  IconTextIncrease,
} from '@tabler/icons-react'
import { useFormat, useT } from '../../lib/i18n.ts'
import { languageTagName } from '../../lib/language-tag-name.ts'
import { SelectMenu } from '../../ui/select-menu.tsx'
import { changePlayerSettings, usePlayerSettings } from '../player-settings.ts'
import { canFloat, floatLines } from './float-lines.ts'
import type { Line } from './lines.rules.ts'
import { changeLyricsChoice, moveLines, useLyricsChoice } from './lyrics-choice.ts'
import { ToolButton } from './tool-button.tsx'

export interface LyricsToolsProps {
  readonly trackId: string
  readonly texts: readonly TrackLyrics[]
  readonly first: TrackLyrics | undefined
  readonly lines: readonly Line[]
}

/** Languages, when the lines come, their size, and a window of their own. */
export function LyricsTools({ trackId, texts, first, lines }: LyricsToolsProps) {
  const t = useT()
  const format = useFormat()
  const { second = '', offsets } = useLyricsChoice()
  const size = usePlayerSettings(({ lyricsSize }) => lyricsSize)
  const options = texts.map(({ lang }) => ({ value: lang, label: languageTagName(lang) ?? lang }))
  const others = options.filter(({ value }) => value !== first?.lang)
  const offset = offsets[trackId] ?? 0
  return (
    <div className="flex flex-wrap items-center gap-1 pt-2">
      {options.length > 1 && (
        <>
          <SelectMenu
            label={t('lyrics.language')}
            value={first?.lang ?? ''}
            options={options}
            onChange={(lang) => changeLyricsChoice({ lang })}
          />
          <SelectMenu
            label={t('lyrics.second')}
            value={second}
            options={[{ value: '', label: t('lyrics.secondNone') }, ...others]}
            onChange={(lang) => changeLyricsChoice({ second: lang })}
          />
        </>
      )}
      <span className="ml-auto flex items-center">
        {first?.synced && (
          <>
            <ToolButton
              icon={IconMinus}
              label={t('lyrics.earlier')}
              onClick={() => moveLines(trackId, -0.1)}
            />
            <output className="min-w-12 text-center text-xs text-mut">
              {t('lyrics.offset', { seconds: `${offset > 0 ? '+' : ''}${format.number(offset)}` })}
            </output>
            <ToolButton icon={IconPlus} label={t('lyrics.later')} onClick={() => moveLines(trackId, 0.1)} />
          </>
        )}
        <ToolButton
          icon={IconTextDecrease}
          label={t('lyrics.smaller')}
          onClick={() => changePlayerSettings({ lyricsSize: Math.max(14, size - 2) })}
        />
        <ToolButton
          icon={IconTextIncrease}
          label={t('lyrics.larger')}
          onClick={() => changePlayerSettings({ lyricsSize: Math.min(48, size + 2) })}
        />
        {canFloat() && first?.synced && (
          <ToolButton
            icon={IconPictureInPicture}
            label={t('lyrics.pip')}
            onClick={() => void floatLines(lines, offset)}
          />
        )}
      </span>
    </div>
  )
}
