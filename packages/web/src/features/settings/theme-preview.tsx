import { type Theme, themes } from '@koedana/contract/values.ts'
import { useT } from '../../lib/i18n.ts'
import { PictureChoice } from '../../ui/choices.tsx'

export interface ThemePreviewProps {
  readonly value: Theme
  readonly onChange: (theme: Theme) => void
}

export function ThemePreview({ value, onChange }: ThemePreviewProps) {
  const t = useT()
  const options = themes.map((theme) => ({
    value: theme,
    label: t(`settings.${theme}`),
    picture: pictures[theme],
  }))
  return (
    <PictureChoice label={t('settings.appearance')} value={value} options={options} onChange={onChange} />
  )
}

const pictures = {
  auto: (
    <span className="grid h-full grid-cols-2">
      <Page theme="light" />
      <Page theme="dark" />
    </span>
  ),
  light: <Page theme="light" />,
  dark: <Page theme="dark" />,
} as const

/** The tokens answer to the nearest `data-theme`, so the picture is drawn in the theme it stands for. */
function Page({ theme }: { readonly theme: 'light' | 'dark' }) {
  return (
    <span data-theme={theme} className="flex h-full flex-col gap-1.5 bg-bg p-2.5">
      <span className="block h-1.5 w-8 max-w-full rounded-full bg-fg" />
      <span className="block h-1.5 w-12 max-w-full rounded-full bg-line" />
      <span className="mt-auto block h-4 w-full rounded-md bg-acc" />
    </span>
  )
}
