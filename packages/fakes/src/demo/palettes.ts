/** Color palettes of the covers. */

export interface Palette {
  readonly sky: readonly [string, string]
  readonly light: string
  /** Colors from the far layers to the near ones. */
  readonly land: readonly [string, string, string, string]
  readonly glow: string
  readonly isNight: boolean
}

const palette = (
  isNight: boolean,
  sky: readonly [string, string],
  land: readonly [string, string, string, string],
  [light, glow]: readonly [string, string],
): Palette => ({ sky, light, land, glow, isNight })

export const palettes: readonly [Palette, ...Palette[]] = [
  palette(true, ['#1b1b3a', '#4a2f6b'], ['#43306b', '#36265a', '#281c46', '#1a1230'], ['#f0d9d0', '#ffcf8a']),
  palette(true, ['#0f2027', '#2c6e7f'], ['#24606b', '#1c4c58', '#143944', '#0c2730'], ['#e6f3ef', '#ffd98e']),
  palette(true, ['#141e4a', '#3f4fa3'], ['#34428f', '#2a3576', '#1f285b', '#141b40'], ['#e9e4ff', '#ffd27a']),
  palette(true, ['#23121f', '#7a3049'], ['#6a2b48', '#53213b', '#3c182c', '#260f1d'], ['#f7ccc0', '#ffb877']),
  palette(true, ['#12261a', '#2f6b4f'], ['#2b6248', '#224f3a', '#193b2b', '#10281d'], ['#d9efe4', '#ffe39a']),
  palette(
    false,
    ['#cfe8fb', '#f8e1d8'],
    ['#b3d3e6', '#8dbdd8', '#659fc2', '#447fa6'],
    ['#fff6e6', '#ffd9a0'],
  ),
  palette(
    false,
    ['#e4d1f5', '#f7c9dc'],
    ['#d3a8dc', '#b884c9', '#9a63b1', '#7a4796'],
    ['#fff3fa', '#ffe2a8'],
  ),
  palette(
    false,
    ['#d6f2d2', '#f2f6cf'],
    ['#b4dfa2', '#8fca84', '#67af6b', '#468c55'],
    ['#fdfff0', '#fff0a8'],
  ),
  palette(
    false,
    ['#fde3c0', '#f7a98c'],
    ['#f0997f', '#d97a70', '#b75c63', '#8a4256'],
    ['#fffaf0', '#fff0b5'],
  ),
  palette(
    false,
    ['#bfe9e4', '#9fb8e8'],
    ['#8fc7cf', '#67aebb', '#4a91a3', '#357487'],
    ['#f1f2ff', '#ffe9b3'],
  ),
  palette(
    false,
    ['#f9d7e0', '#fbeed2'],
    ['#efb4bf', '#dd8fa3', '#c26d88', '#9c506f'],
    ['#fffdf4', '#ffe7a6'],
  ),
  palette(true, ['#1d2433', '#58677f'], ['#4d5b73', '#3e4a60', '#2f384b', '#202735'], ['#eef2f6', '#ffd48a']),
  palette(true, ['#2b1a10', '#9a5b33'], ['#85502f', '#6a3f27', '#4e2e1e', '#331d14'], ['#ffe6c7', '#ffc66d']),
  palette(
    false,
    ['#dfe7ee', '#f3f1ea'],
    ['#c6d3dd', '#a6bac9', '#849db0', '#647f95'],
    ['#ffffff', '#ffe3b0'],
  ),
]
