/*
 * page_name.h - the names of files that a format makes from the name of the atlas itself
 */
#ifndef PAGE_NAME_H
#define PAGE_NAME_H

/* The last name of `path` without its extension, and `ending` behind it: "art/hero.plist" and
 * ".png" give "hero.png". To be freed; NULL without memory. */
char *page_name_own(const char *path, const char *ending);

#endif
