"""Turns a checked game into things to read and print: English, card sheets, a rules reference. It never plays."""
