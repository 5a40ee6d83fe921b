/** What the console says of listings. */
export const texts = {
  title: 'Listings',
  heading: { title: 'Listing', price: 'Price', seller: 'Seller', status: 'Status', published: 'Published' },
  condition: 'Condition',
  conditions: {
    new: 'New',
    like_new: 'Like new',
    good: 'Good',
    fair: 'Fair',
    poor: 'Poor',
    for_parts: 'For parts',
  } as Record<string, string>,
  back: 'All listings',
  inShop: 'Open in the storefront',
  photos: 'Photos',
  facts: 'Facts',
  created: 'Created',
  expires: 'Ends',
  category: 'Category',
  place: 'Place',
  favourites: 'Favourites',
}
