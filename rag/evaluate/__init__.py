"""Labelled questions -> runs -> measures -> report."""
