/** Real-world folder structures of works. */

/** Each entry: a description, the tracks in walk order, and the preferred tracks. */
export const folderShapes: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    'two formats in folders',
    ['WAV/1.wav', 'WAV/2.wav', 'MP3/1.mp3', 'MP3/2.mp3'],
    ['MP3/1.mp3', 'MP3/2.mp3'],
  ],
  ['two formats side by side', ['01 a.mp3', '01 a.wav', '02 b.mp3', '02 b.wav'], ['01 a.mp3', '02 b.mp3']],
  [
    'mp3, flac and wav',
    ['flac/1.flac', 'flac/2.flac', 'mp3/1.mp3', 'mp3/2.mp3', 'wav/1.wav', 'wav/2.wav'],
    ['mp3/1.mp3', 'mp3/2.mp3'],
  ],
  [
    'numbered folders of formats',
    ['1_MP3/01 雨.mp3', '1_MP3/02 駅.mp3', '2_WAV(48kHz)/01 雨.wav', '2_WAV(48kHz)/02 駅.wav'],
    ['1_MP3/01 雨.mp3', '1_MP3/02 駅.mp3'],
  ],
  [
    'mp3版, wav版',
    ['mp3版/1.mp3', 'mp3版/2.mp3', 'wav版/1.wav', 'wav版/2.wav'],
    ['mp3版/1.mp3', 'mp3版/2.mp3'],
  ],
  ['formats in full-width letters', ['ＭＰ３/1.mp3', 'ＷＡＶ/1.wav'], ['ＭＰ３/1.mp3']],
  [
    'without effects first in the alphabet',
    [
      'SEなし/MP3/1.mp3',
      'SEなし/MP3/2.mp3',
      '本編/MP3/1.mp3',
      '本編/MP3/2.mp3',
      '本編/WAV/1.wav',
      '本編/WAV/2.wav',
    ],
    ['本編/MP3/1.mp3', '本編/MP3/2.mp3'],
  ],
  [
    'sets inside formats',
    ['mp3/SEあり/1.mp3', 'mp3/SEなし/1.mp3', 'wav/SEあり/1.wav', 'wav/SEなし/1.wav'],
    ['mp3/SEあり/1.mp3'],
  ],
  [
    'formats inside sets',
    ['SE有り/mp3/1.mp3', 'SE有り/wav/1.wav', 'SE無し/mp3/1.mp3', 'SE無し/wav/1.wav'],
    ['SE有り/mp3/1.mp3'],
  ],
  ['both glued into one name', ['含SEMP3/1.mp3', '無SEMP3/1.mp3', '含SEWAV/1.wav'], ['含SEMP3/1.mp3']],
  [
    'the set in the name of the file',
    ['1 雨.mp3', '1 雨(SEなし).mp3', '2 駅.mp3', '2 駅(SEなし).mp3'],
    ['1 雨.mp3', '2 駅.mp3'],
  ],
  ['a work without effects alone', ['SEなし/1.mp3', 'SEなし/2.mp3'], ['SEなし/1.mp3', 'SEなし/2.mp3']],
  ['no background music', ['BGMあり/1.mp3', 'BGMなし/1.mp3', 'ボイスのみ/1.mp3'], ['BGMあり/1.mp3']],
  ['voice alone, in English', ['01.mp3', 'no se/01.mp3', 'Voice only/01.mp3'], ['01.mp3']],
  ['in Chinese', ['有音效/1.mp3', '无音效/1.mp3', '特典/2.mp3'], ['有音效/1.mp3']],
  ['one track only in wav', ['mp3/1.mp3', 'mp3/2.mp3', 'wav/3.wav'], ['mp3/1.mp3', 'mp3/2.mp3', 'wav/3.wav']],
  ['wav has one more', ['1.mp3', '1.wav', '2.wav'], ['1.wav', '2.wav']],
  ['each format lacks one', ['1.mp3', '1.wav', '2.wav', '3.mp3'], ['1.mp3', '2.wav', '3.mp3']],
  [
    'each format lacks one, in folders: still in order',
    ['mp3/01.mp3', 'mp3/03.mp3', 'wav/01.wav', 'wav/02.wav'],
    ['mp3/01.mp3', 'wav/02.wav', 'mp3/03.mp3'],
  ],
  [
    'extras in a folder of their own, only in wav',
    ['MP3/1.mp3', 'MP3/2.mp3', 'WAV/1.wav', 'WAV/2.wav', '特典/おまけ.wav'],
    ['MP3/1.mp3', 'MP3/2.mp3'],
  ],
  [
    'extras beside the tracks',
    ['01.mp3', '02.mp3', '03 おまけボイス.mp3', '特典_フリートーク.mp3'],
    ['01.mp3', '02.mp3'],
  ],
  ['extras alone', ['特典/1.mp3', '特典/2.mp3'], ['特典/1.mp3', '特典/2.mp3']],
  [
    'two discs',
    ['Disc1/01.mp3', 'Disc1/02.mp3', 'Disc2/01.mp3', 'Disc2/02.mp3'],
    ['Disc1/01.mp3', 'Disc1/02.mp3', 'Disc2/01.mp3', 'Disc2/02.mp3'],
  ],
  [
    'two discs, the second only in wav',
    ['Disc1/MP3/01.mp3', 'Disc1/WAV/01.wav', 'Disc2/WAV/01.wav'],
    ['Disc1/WAV/01.wav', 'Disc2/WAV/01.wav'],
  ],
  [
    'two discs, one format each',
    ['Disc1/mp3/01.mp3', 'Disc1/mp3/02.mp3', 'Disc2/wav/01.wav', 'Disc2/wav/02.wav'],
    ['Disc1/mp3/01.mp3', 'Disc1/mp3/02.mp3', 'Disc2/wav/01.wav', 'Disc2/wav/02.wav'],
  ],
  [
    'discs inside formats and formats inside discs',
    ['MP3_Disc1/01.mp3', 'MP3_Disc2/01.mp3', 'Disc1/WAV/01.wav', 'Disc2/WAV/01.wav'],
    ['MP3_Disc1/01.mp3', 'MP3_Disc2/01.mp3'],
  ],
  [
    'parts in characters',
    [
      '前編/第一話.mp3',
      '前編/第二話.mp3',
      '後編/第一話.mp3',
      'wav/前編/第一話.wav',
      'wav/前編/第二話.wav',
      'wav/後編/第一話.wav',
    ],
    ['前編/第一話.mp3', '前編/第二話.mp3', '後編/第一話.mp3'],
  ],
  ['hi-res beside the usual', ['WAV/1.wav', 'ハイレゾ(96kHz24bit)/1.wav'], ['WAV/1.wav']],
  ['hi-res alone', ['96kHz_24bit/1.wav', '96kHz_24bit/2.wav'], ['96kHz_24bit/1.wav', '96kHz_24bit/2.wav']],
  ['two bit rates', ['mp3_320kbps/1.mp3', 'mp3_128kbps/1.mp3'], ['mp3_320kbps/1.mp3']],
  ['one long file beside the tracks', ['1.mp3', '2.mp3', 'FULL.mp3', '通し/全編.mp3'], ['1.mp3', '2.mp3']],
  ['one long file, and tracks without effects', ['全編.mp3', 'SEなし/1.mp3', 'SEなし/2.mp3'], ['全編.mp3']],
  [
    'swapped channels, loops and samples',
    ['1.mp3', '左右反転/1.mp3', 'ループ/1.mp3', '試聴.mp3', 'sample.mp3'],
    ['1.mp3'],
  ],
  ['a sample alone', ['体験版.mp3'], ['体験版.mp3']],
  ['one audiobook', ['Emma.m4b'], ['Emma.m4b']],
  ['nothing', [], []],
]
