/** First names, those of Polish players and of others. */
export const firstNames = {
  polish: `Agnieszka Aleksandra Alicja Andrzej Anna Bartosz Beata Błażej Bożena Dariusz Dorota
    Elżbieta Ewa Filip Grażyna Grzegorz Hanna Igor Iwona Izabela Jacek Jakub Jan Janusz Jarosław
    Joanna Józef Julia Justyna Kacper Kamil Karolina Katarzyna Kinga Krzysztof Łucja Łukasz Maciej
    Magdalena Małgorzata Marcin Marek Marta Mateusz Michał Mikołaj Monika Natalia Olga Paweł Piotr
    Przemysław Radosław Rafał Robert Róża Sławomir Stanisław Sylwia Szymon Tomasz Urszula Weronika
    Wiesław Witold Wojciech Zbigniew Zofia Zuzanna Żaneta`.split(/\s+/),
  other: `Ahmed Andriy Björn Chloé Daniel Giulia Hugo Iryna Javier Linh Lucía Oleksandr Olena Priya
    Søren Thomas Yuki Zoë`.split(/\s+/),
} as const;

/** Initials of surnames, the common ones more often. */
export const initials = {
  polish: [...'AABBCĆDDFGGHJKKKKLŁMMMNOPPRRSSSŚTUWWWZZŻ'],
  other: [...'ABCDEFGHIKLMNOPRSTVY'],
} as const;

/** How many players assess themselves at each level: 200 in all. rules 1.1 */
export const playersAtLevel = {
  '1.5': 6,
  '2.0': 12,
  '2.5': 22,
  '3.0': 34,
  '3.5': 44,
  '4.0': 38,
  '4.5': 26,
  '5.0': 13,
  '5.5': 5,
} as const;

export const organizerNames = ['Liga Syrenka', 'Kort za Wisłą', 'Stołeczne Koło Tenisa'] as const;
