const list = (text: string): readonly string[] => text.split(',').map((item) => item.trim());

/** The words that entities of the fictional world are made of. */
export const vocabulary: {
  readonly professions: readonly string[];
  readonly instruments: readonly string[];
  readonly products: readonly string[];
  readonly emblems: readonly string[];
  readonly fields: readonly string[];
  readonly banners: readonly string[];
  readonly placeKinds: readonly string[];
  readonly placeAfter: readonly string[];
  readonly placeBefore: readonly string[];
  readonly organisationKinds: readonly string[];
  readonly genres: readonly string[];
  readonly adjectives: readonly string[];
  readonly nouns: readonly string[];
} = {
  professions: list(
    'engineer, painter, botanist, poet, cartographer, physician, sculptor, composer, astronomer, jurist, printer, glassblower, historian, navigator, architect, chemist, playwright, clockmaker, geologist, translator, weaver, orator',
  ),
  instruments: list(
    'lute, viola, oboe, harp, zither, cornet, dulcimer, bassoon, fiddle, spinet, tabor, flute, hurdy-gurdy, cello',
  ),
  products: list(
    'smoked eel, blue glass, rope, sailcloth, pear brandy, roof slate, beeswax, salt, copper bells, felt hats, saffron, river pearls, goat cheese, paper, amber beads, barrel staves, black tea, linen, cherry wood, ink, mustard, millstones, candles, tin toys',
  ),
  emblems: list(
    'grey heron, silver key, broken wheel, red fox, open hand, three acorns, black anchor, golden bee, white stag, burning lamp, crossed oars, green serpent, blind owl, iron crown, half moon, coiled rope, sleeping lion, copper bell, winged boot, knotted thread',
  ),
  fields: list(
    'tidal measurement, seed breeding, choral music, harbour law, bridge building, bell casting, shorthand, lens grinding, bookbinding, weather records, deep mining, folk dance, canal surveying, mosaic repair, bee keeping, stage machinery, rare grammars, dye chemistry',
  ),
  banners: list(
    'a white gull, two crossed scythes, a red tower, a leaping trout, seven stars, a black ram, a green oak, a split shield, a yellow sun, an empty boat, a bear, a sheaf of barley',
  ),
  placeKinds: list('town, village, harbour town, market town, hill town, fishing village, mining town, walled town'),
  placeAfter: list('Bay, Cross, Heights, Sands, Bridge, Mills, Hollow, Point'),
  placeBefore: list('Upper, Lower, North, Old, New, Little'),
  organisationKinds: list(
    'Institute, Guild, Academy, Society, Company, Observatory, Workshop, Collegium, League, Library',
  ),
  genres: list('novel, opera, play, treatise, poem cycle, ballet, memoir, atlas, song cycle, chronicle'),
  adjectives: list(
    'Hollow, Silent, Crooked, Burning, Patient, Salted, Distant, Gilded, Restless, Drowned, Narrow, Borrowed, Winter, Pale, Seventh, Unlit, Wandering, Bitter, Hidden, Last, Marble, Idle, Tidal, Paper',
  ),
  nouns: list(
    'Lantern, Orchard, Staircase, Compass, Harbour, Mirror, Furnace, Almanac, Garden, Crown, Ferry, Window, Hourglass, Shepherd, Cathedral, Ledger, Tempest, Nightingale, Threshold, Bargain, Carriage, Echo, Island, Masque',
  ),
};
